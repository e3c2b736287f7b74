/// What tells versions of a stored response apart, as it stands in its fields (RFC 9110, section 8.8).
struct CacheValidators {
    /// The entity tag. Servers forget the quotes: it counts as weak then.
    let tag: String?
    let lastModified: String?

    init(_ fields: HeaderFields) {
        tag = fields.values(of: .eTag).first.flatMap { Self.isTag($0) ? $0 : nil }
        lastModified = fields.values(of: .lastModified).first.flatMap { HTTPDate.date(of: $0) == nil ? nil : $0 }
    }

    var isEmpty: Bool { tag == nil && lastModified == nil }

    var isStrong: Bool { tag?.utf8.first == UInt8(ascii: "\"") }

    /// The tag without the mark of weak ones.
    var opaqueTag: Substring? { tag.map { $0.hasPrefix("W/") ? $0.dropFirst(2) : $0[...] } }

    /// Whether the text can stand in a list of tags.
    private static func isTag(_ text: String) -> Bool {
        EntityTag(parsing: text) != nil
            || !text.isEmpty && text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x22 && $0 != 0x2C && $0 != 0x7F }
    }
}

extension CacheEntry {
    /// The request that asks whether what is stored is still good (RFC 9111, section 4.3.1); nil when nothing stored
    /// can tell.
    ///
    /// The tags of all responses of the URL are named, since the server may choose any of them; the last modification
    /// only of the selected one, and only if no other is asked about.
    func validating(_ request: Request, selection: Int?, _ caching: Caching) -> Request? {
        guard request.method == .get || request.method == .head, request.body == nil else { return nil }
        let selected = selection.map { CacheValidators(responses[$0].response.headerFields) }
        var tags: [String] = []
        if selection == nil || selected?.tag != nil {
            for index in responses.indices
            where responses[index].method.answers(request.method) && isUsable(index, caching) {
                guard let tag = CacheValidators(responses[index].response.headerFields).tag, !tags.contains(tag) else {
                    continue
                }
                if index == selection { tags.insert(tag, at: 0) } else { tags.append(tag) }
            }
        }
        let lastModified = tags.count <= 1 ? selected?.lastModified : nil
        guard !tags.isEmpty || lastModified != nil else { return nil }
        var conditional = request
        var fields = request.headerFields
        if !tags.isEmpty { fields[.ifNoneMatch] = tags.joined(separator: ", ") }
        if let lastModified { fields[.ifModifiedSince] = lastModified }
        conditional.headerFields = fields
        return conditional
    }
}
