/// The validators in the fields of a response, which identify its version (RFC 9110, section 8.8).
package struct CacheValidators {
    /// The entity tag. A tag without quotes, which some servers send, counts as weak.
    package let tag: String?
    package let lastModified: String?

    package init(_ fields: HeaderFields) {
        tag = fields.values(of: .eTag).first.flatMap { Self.isTag($0) ? $0 : nil }
        lastModified = fields.values(of: .lastModified).first.flatMap { HTTPDate.date(of: $0) == nil ? nil : $0 }
    }

    var isEmpty: Bool { tag == nil && lastModified == nil }

    var isStrong: Bool { tag?.utf8.first == UInt8(ascii: "\"") }

    /// The tag without the `W/` of weak tags.
    var opaqueTag: Substring? { tag.map { $0.hasPrefix("W/") ? $0.dropFirst(2) : $0[...] } }

    /// Returns whether the text can be a member of a list of tags.
    private static func isTag(_ text: String) -> Bool {
        EntityTag(parsing: text) != nil
            || !text.isEmpty && text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x22 && $0 != 0x2C && $0 != 0x7F }
    }
}

extension CacheEntry {
    /// Returns the request that asks whether the stored responses are still valid (RFC 9111, section 4.3.1); nil if
    /// none of them has a validator to ask with.
    ///
    /// It names the tags of all responses of the URL, because the server may choose any of them. It names the last
    /// modification only of the selected response, and only if it asks about no other.
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
