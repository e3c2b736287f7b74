#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

extension Redaction {
    /// A multipart body without its secrets, written anew; nil when it is none.
    ///
    /// Of a form whose parts can't be told apart, nothing is left.
    package func redacted(multipart content: Data, of mediaType: MediaType?, nested: Int = 0) -> Data? {
        rewritten(multipart: content, of: mediaType, hiding: { _ in Data(Self.mark.utf8) }) { part in
            guard nested < Self.maximumNesting else { return nil }
            return redacted(content: part.body, of: part.headerFields.contentType, nested: nested + 1)
        }
    }

    /// Any content, every byte of a secret replaced by `*`: text, and the parts of a multipart body.
    package func masked(content: Data, of mediaType: MediaType?, nested: Int = 0) -> Data {
        let stars = { (hidden: Data) in Data(repeating: UInt8(ascii: "*"), count: hidden.count) }
        let multipart = rewritten(multipart: content, of: mediaType, hiding: stars) { part in
            guard nested < Self.maximumNesting else { return nil }
            return masked(content: part.body, of: part.headerFields.contentType, nested: nested + 1)
        }
        return multipart ?? Data(masked(Array(content)))
    }

    /// How deep bodies in bodies are looked at: those that are deeper are hidden.
    private static let maximumNesting = 3

    /// - Parameters:
    ///   - hiding: What stands in the place of something secret.
    ///   - content: What is left of a part whose name is no secret's; nil when it is hidden all the same.
    private func rewritten(
        multipart content: Data, of mediaType: MediaType?, hiding: (Data) -> Data, _ shown: (BodyPart) -> Data?
    ) -> Data? {
        switch MultipartContent(content, of: mediaType) {
        case nil: return nil
        case .unreadable?: return hiding(content)
        case .parts(let parts, let boundary)?:
            // Every part of a form has a name; one without may have it where nobody else looks for it.
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

    /// The fields of a part. Of a secret one, those alone that say what it is: another may be a value gone astray.
    private func head(of part: BodyPart, isHidden: Bool) -> String {
        part.headerFields.map { field in
            let isName = field.name == "Content-Disposition" || field.name == "Content-Type"
            if isHidden, !isName { return "" }
            return "\(field.name.rawName): \(isName ? field.value : redactedValue(of: field))\r\n"
        }.joined()
    }
}
