/// A secret in a place where it may not be.
public struct Leak: Hashable, Sendable, CustomStringConvertible {
    /// The name of the secret.
    public let secret: String
    /// What it's in.
    public let subject: LeakReport.Subject
    /// Where exactly, such as `the query item q of GET https://example.org/a`.
    public let place: String
    /// How it's encoded there, such as `Base64`; empty if it isn't.
    let encoding: String
    /// The number of its bytes that are there one after another, at least 8.
    let count: Int

    /// The secret and the place, on one line.
    public var description: String {
        let spelling = encoding.isEmpty ? "" : ", in \(encoding)"
        let kind =
            switch subject {
            case .requests: ""
            default: "\(subject): "
            }
        return "\"\(secret)\" is in \(kind)\(place)\(spelling) (\(count) bytes of it)"
    }
}

/// Secrets that leak in one world: the simplest that was found.
public struct LeakFound: Error, CustomStringConvertible {
    /// The leaks in this world.
    public let leaks: [Leak]
    /// The world, with its events and the code that replays it.
    public let violation: InvariantViolation
    /// What was searched until then.
    public let report: LeakReport

    /// The leaks, the events that lead to them, the code that replays them, and what was searched until then.
    public var description: String {
        let lines = violation.description.split(separator: "\n").dropFirst()
        let shown =
            leaks.prefix(10).map { "\($0)" }
            + (leaks.count > 10 ? ["… and \(leaks.count - 10) more places"] : [])
        return (shown + lines.map(String.init) + report.lines).joined(separator: "\n")
    }
}

/// Secrets that were never seen: that they don't leak proves nothing.
public struct UnseenCanaries: Error, Hashable, Sendable, CustomStringConvertible {
    /// The names of the secrets; empty if no canary was ever asked for.
    package let names: [String]

    /// The names, and what to do.
    public var description: String {
        guard !names.isEmpty else { return "no canary was asked for: the test proves nothing" }
        let list = names.map { "\"\($0)\"" }.joined(separator: ", ")
        return "\(list): never seen in a request or a response, so the test proves nothing; if a secret never leaves "
            + "the process, such as a key that only signs, list it in `neverExposed:`"
    }
}

/// The leaks in a world.
struct WorldLeaks: Error { let leaks: [Leak] }
