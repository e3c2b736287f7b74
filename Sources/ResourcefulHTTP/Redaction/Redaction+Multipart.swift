extension Redaction {
    /// Returns a multipart body without its secrets, serialized again; nil if the content isn't a multipart body.
    ///
    /// If the parts of a form can't be told apart with certainty, the whole content is replaced.
    package func redacted(multipart content: Data, of mediaType: MediaType?, nested: Int = 0) -> Data? {
        rewritten(multipart: content, of: mediaType, hiding: { _ in Data(Self.mark.utf8) }) { part in
            guard nested < Self.maximumNesting else { return nil }
            return redacted(content: part.body, of: part.headerFields.contentType, nested: nested + 1)
        }
    }

    /// Returns the content with every byte of a secret replaced by `*`, in text and in the parts of a multipart body.
    package func masked(content: Data, of mediaType: MediaType?, nested: Int = 0) -> Data {
        let stars = { (hidden: Data) in Data(repeating: UInt8(ascii: "*"), count: hidden.count) }
        let multipart = rewritten(multipart: content, of: mediaType, hiding: stars) { part in
            guard nested < Self.maximumNesting else { return nil }
            return masked(content: part.body, of: part.headerFields.contentType, nested: nested + 1)
        }
        return multipart ?? Data(masked(Array(content)))
    }

    /// The maximum depth of nested multipart bodies that are searched. Deeper ones are hidden.
    private static let maximumNesting = 3

    /// Returns a multipart body with its parts redacted; nil if the content isn't a multipart body.
    ///
    /// - Parameters:
    ///   - hiding: Returns the replacement for secret content.
    ///   - shown: Returns the content of a part whose name isn't secret; nil to hide it anyway.
    private func rewritten(
        multipart content: Data, of mediaType: MediaType?, hiding: (Data) -> Data, _ shown: (BodyPart) -> Data?
    ) -> Data? {
        switch MultipartContent(content, of: mediaType) {
        case nil: return nil
        case .unreadable?: return hiding(content)
        case .parts(let parts, let boundary)?:
            // Every part of a form has a name. A part without one may have it in a place that only other parsers read.
            let isForm = mediaType?.type != "multipart" || mediaType?.essence == "multipart/form-data"
            var text = Data()
            for part in parts {
                let names = part.possibleNames
                let isHidden = names.contains { isSecret(name: $0) } || (isForm && names.isEmpty)
                let content = isHidden ? nil : shown(part)
                text += "--\(boundary)\r\n\(head(of: part, isHidden: content == nil))\r\n".utf8
                text += content ?? hiding(part.body)
                text += "\r\n".utf8
            }
            return text + Data("--\(boundary)--\r\n".utf8)
        }
    }

    /// Returns the fields of a part. A hidden part keeps only those that describe it, since another may be a misplaced
    /// value.
    private func head(of part: BodyPart, isHidden: Bool) -> String {
        part.headerFields.map { field in
            let isName = field.name == "Content-Disposition" || field.name == "Content-Type"
            if isHidden, !isName { return "" }
            return "\(field.name.rawName): \(isName ? field.value : redactedValue(of: field))\r\n"
        }.joined()
    }
}
