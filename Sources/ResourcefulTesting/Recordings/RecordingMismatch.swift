/// A request that a recording has no answer to, the recorded one that is nearest, and what has changed; no secrets.
///
///     the recording tour.har has no answer to GET https://example.org/search.json?q=plan
///       the nearest of 7 is GET https://example.org/search.json?q=plans (number 2)
///       query item q: recorded "plans", asked for "plan"
public struct RecordingMismatch: Error, Hashable, Sendable, CustomStringConvertible {
    /// The request: method and URL.
    public let asked: String
    /// The nearest request that was recorded, and its place; nil when none was, or when it is another reason.
    public internal(set) var nearest: String?
    /// What has changed between the nearest and the request: `query item q: recorded "plans", asked for "plan"`.
    public internal(set) var differences: [String] = []
    /// Another reason: that it was asked for more often than it was recorded, or that the content is missing.
    public internal(set) var reason: String?
    private let count: Int
    private let file: String?
    private let skipped: Int

    init(asked: String, count: Int, file: String?, skipped: Int = 0, reason: String? = nil) {
        self.asked = asked
        self.count = count
        self.file = file
        self.skipped = skipped
        self.reason = reason
    }

    /// What was asked, what there is, and what is different; a line for each.
    public var description: String {
        let name = file.map { "the recording \($0)" } ?? "the recording"
        var lines = ["\(name) has no answer to \(asked)"]
        if let reason {
            lines.append("  \(reason)")
        } else if let nearest {
            lines.append("  the nearest of \(count) is \(nearest)")
            lines += differences.prefix(10).map { "  \($0)" }
            if differences.count > 10 { lines.append("  and \(differences.count - 10) more differences") }
        } else {
            lines.append("  nothing is recorded in it")
        }
        if skipped > 0 { lines.append("  \(skipped) entries of the archive could not be used: see Recording.skipped") }
        return lines.joined(separator: "\n")
    }
}

/// A recording that is not what happened any more: requests that were recorded and are not made now, and new ones.
public struct UnfitRecording: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was recorded and not asked for: method and URL.
    public let unused: [String]
    /// What was asked for and not recorded.
    public let mismatches: [RecordingMismatch]
    let file: String?

    /// Both lists, a line for each.
    public var description: String {
        let name = file.map { "the recording \($0)" } ?? "the recording"
        var lines = ["\(name) does not fit any more"]
        lines += unused.map { "  recorded, and not asked for: \($0)" }
        return (lines + mismatches.map(\.description)).joined(separator: "\n")
    }
}
