#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

extension Redaction {
    /// The content of a message without its secrets, in a form that is still readable by what reads the content: JSON
    /// stays JSON of the same shape, a form a form, a multipart body one of the same parts. Binary content stays as it
    /// is. How long a secret was is not told. Linear in its length.
    ///
    /// What is replaced once is not changed by being replaced again.
    package func redacted(content: Data, of mediaType: MediaType?) -> Data {
        redacted(content: content, of: mediaType, nested: 0)
    }

    /// The same for content that stands in so many multipart bodies.
    func redacted(content: Data, of mediaType: MediaType?, nested: Int) -> Data {
        guard !content.isEmpty else { return content }
        if let multipart = redacted(multipart: content, of: mediaType, nested: nested) { return multipart }
        if let json = redacted(json: content) { return json }
        let bytes = Array(content)
        if WideText(bytes) != nil { return Data(shortlyMasked(bytes)) }
        if mediaType?.isForm == true, let text = String(wellFormed: content, as: UTF8.self) {
            return Data(redacted(urlText: "?\(text)", isForm: true).utf8.dropFirst())
        }
        guard mediaType?.isText == true || String(wellFormed: content, as: UTF8.self) != nil else { return content }
        return Data(shortlyMasked(bytes))
    }
}

extension MediaType {
    /// Whether it is a form's, whatever the parameters.
    package var isForm: Bool { essence == "application/x-www-form-urlencoded" }

    /// Whether it is one of text, whatever the character set.
    fileprivate var isText: Bool {
        essence.hasPrefix("text/") || ["json", "xml", "javascript"].contains { essence.hasSuffix($0) }
    }
}
