#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// What came back, as a value.
public struct Response: Hashable, Sendable {
    /// How it went.
    public var status: Status
    /// The fields, in the order in which they came.
    public var headerFields: HeaderFields
    /// The content, its coding (gzip and the like) already undone.
    public var body: Data
    /// The URL that answered: the last one, when there were redirects.
    public var url: URL?
    /// The redirections that led here, the first one first, without their content; empty when there were none.
    public var history: [Response] = []

    /// A response.
    public init(status: Status = 200, headerFields: HeaderFields = [:], body: Data = Data(), url: URL? = nil) {
        self.status = status
        self.headerFields = headerFields
        self.body = body
        self.url = url
    }
}

extension Response: CustomStringConvertible, CustomReflectable {
    /// The status and the size of the body, never its content: it may hold secrets.
    public var description: String { "\(status), \(body.count) bytes" }

    /// The parts for a debugger or `dump`, secrets replaced.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "status": status, "headerFields": headerFields, "body": "\(body.count) bytes",
                "url": url.map(Redaction.standard.redacted) ?? "nil",
            ], displayStyle: .struct)
    }
}
