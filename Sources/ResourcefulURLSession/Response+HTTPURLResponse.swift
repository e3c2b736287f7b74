import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension Response {
    /// Creates a response from URLSession's. Its fields have no order, so they are sorted by name to be always the
    /// same.
    ///
    /// - Throws: `TransportError` if its head isn't well-formed.
    init(_ answer: HTTPURLResponse, body: Data, url: URL) throws(TransportError) {
        guard let status = Status(answer.statusCode) else {
            throw TransportError(.malformedResponse, "the status \(answer.statusCode) doesn't have three digits")
        }
        // Each access creates them again.
        let answerFields = answer.allHeaderFields
        var fields: [HeaderFields.Field] = []
        fields.reserveCapacity(answerFields.count)
        for (name, value) in answerFields {
            guard let name = (name as? String).flatMap({ HeaderFields.Name($0) }), let value = value as? String else {
                throw TransportError(.malformedResponse, "a field has no name")
            }
            do throws(InvalidFieldValue) {
                #if canImport(Darwin)
                    let value = FieldText.repaired(value)
                #endif
                for line in name == .setCookie ? SetCookieLines.split(value) : [value] {
                    fields.append(try HeaderFields.Field(name, line))
                }
            } catch {
                throw TransportError(.malformedResponse, error.description)
            }
        }
        fields.sort { $0.name.rawName < $1.name.rawName }
        self.init(status: status, headerFields: HeaderFields(fields), body: body, url: url)
    }
}

/// The values of fields as URLSession returns them on Apple's platforms: each byte as a character of ISO 8859-1.
package enum FieldText {
    /// Returns the text of the bytes: UTF-8 if they are well-formed, otherwise characters of ISO 8859-1 (RFC 9110,
    /// section 5.5, allows both). A text with any other character wasn't read byte by byte, and is returned unchanged.
    package static func repaired(_ text: String) -> String {
        guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
        var bytes: [UInt8] = []
        for scalar in text.unicodeScalars {
            guard let byte = UInt8(exactly: scalar.value) else { return text }
            bytes.append(byte)
        }
        return String(wellFormed: bytes, as: UTF8.self) ?? text
    }
}
