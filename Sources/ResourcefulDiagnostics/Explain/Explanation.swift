/// What a load would do at this moment: what is stored, what is refreshed first, what is retried, and which requests
/// are sent.
///
///     print(try await webservice.explain(episodes))
///     // request  GET https://api.example.org/episodes.json
///     // user     told apart by Bearer
///     // cache    stored, stale for 40 s, ETag "7": validated
///     // retry    GET is idempotent: 0–0.25 s, 0–0.5 s, 0–1 s; 43 of 50 left in the budget
///     // Bearer   the token expires in 12 s: refreshed first, once for all loads
///     // sends    POST https://api.example.org/oauth/token
///     // sends    GET https://api.example.org/episodes.json (If-None-Match: "7")
///
/// An explanation is made without sending, writing or waiting. It ends where a load would need a response.
public struct Explanation: Hashable, Sendable {
    /// One line of an explanation.
    public struct Line: Hashable, Sendable, CustomStringConvertible {
        /// The subject in a few words: `request`, the name of a policy, `sends`, `then`, `fails` or `warning`.
        public let subject: String
        /// What would be done, without secrets.
        public let text: String

        /// The subject and the text.
        public var description: String { text.isEmpty ? subject : "\(subject)  \(text)" }
    }

    /// The lines: what each policy would do, outermost first, then the requests and the warnings.
    public let lines: [Line]
    /// The requests that would be sent before a response must arrive, in their order, without bodies and secrets.
    ///
    /// A request that can only be made from a response isn't known: it is sent later.
    public let requests: [Request]
    /// The policies in an unusual place, and the settings that have no effect.
    public let warnings: [String]
}

extension Explanation: CustomStringConvertible {
    /// All lines, with aligned texts.
    public var description: String {
        let width = min(lines.map(\.subject.count).max() ?? 0, 24)
        return lines.map { line in
            let padding = String(repeating: " ", count: max(0, width - line.subject.count))
            return line.text.isEmpty ? line.subject : "\(line.subject)\(padding)  \(line.text)"
        }.joined(separator: "\n")
    }
}
