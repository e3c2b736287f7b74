extension WebLink {
    /// Returns the links in the value of a Link field. It uses the algorithm of RFC 8288, appendix B.2, which reads up
    /// to the first text that isn't a link.
    ///
    /// Links without a relation are included. The first `rel`, `anchor`, `media`, `title`, and `type` of each link
    /// counts (section 3). A parameter whose name ends with `*` is left out if its value doesn't follow RFC 8187.
    public static func links(parsing value: some StringProtocol) -> [WebLink] {
        var links: [WebLink] = []
        let text = String(value)
        var bytes = text[...].utf8
        while true {
            bytes = bytes.drop { LinkText.isSpace($0) || $0 == UInt8(ascii: ",") }
            guard bytes.popFirst() == UInt8(ascii: "<"), let end = bytes.firstIndex(of: UInt8(ascii: ">")) else {
                return links
            }
            let target = String(decoding: bytes[..<end], as: UTF8.self)
            bytes = bytes[bytes.index(after: end)...]
            links.append(WebLink(target: target, parameters: counting(LinkText.parameters(&bytes))))
            guard bytes.first == UInt8(ascii: ",") else { return links }
        }
    }

    private static let singular: Set = ["rel", "anchor", "media", "title", "title*", "type"]

    /// Returns the parameters that count, and decodes those whose name ends with `*`.
    private static func counting(_ pairs: [(name: String, value: String)]) -> [Parameter] {
        var seen: Set<String> = []
        return pairs.compactMap { name, value in
            guard !singular.contains(name) || !seen.contains(name) else { return nil }
            guard name.hasSuffix("*") else {
                seen.insert(name)
                return Parameter(name: name, value: value)
            }
            guard let value = ExtendedValue(value) else { return nil }
            seen.insert(name)
            return Parameter(name: name, value: value.text, language: value.language)
        }
    }
}

extension HeaderFields {
    /// The links of all Link fields (RFC 8288), in order. Malformed links are left out.
    ///
    /// Setting links replaces all Link fields with one; setting an empty array removes them.
    public var links: [WebLink] {
        get { values(of: "Link").flatMap { WebLink.links(parsing: $0) } }
        set { self["Link"] = newValue.isEmpty ? nil : newValue.map(\.fieldValue).joined(separator: ", ") }
    }
}
