/// Why a text is no URI template, or a template can't be expanded with a value: what and where (RFC 6570, section 3).
public struct InvalidURITemplate: Error, Hashable, Sendable, CustomStringConvertible {
    /// The template as it was written.
    public let template: String
    /// Where in the template, in bytes of UTF-8, from 0 on.
    public let offset: Int
    /// What is wrong there, for a person.
    public let reason: String

    /// The template, the place and the reason.
    public var description: String {
        "the URI template \(template.debugDescription) is malformed at offset \(offset): \(reason)"
    }
}
