/// A request that a recording doesn't answer, with the nearest recorded request and the differences, but without
/// secrets.
///
/// ```text
/// the recording tour.har has no answer to GET https://example.org/search.json?q=plan
///   the nearest of 7 is GET https://example.org/search.json?q=plans (number 2)
///   query item q: recorded "plans", asked for "plan"
/// ```
public struct RecordingMismatch: Error, Hashable, Sendable, CustomStringConvertible {
    /// The method and URL of the request.
    public let asked: String
    /// The nearest recorded request and its number; nil if nothing was recorded or if there's another reason.
    package internal(set) var nearest: String?
    /// The differences between the nearest request and this one, such as `query item q: recorded "plans", asked for
    /// "plan"`.
    package internal(set) var differences: [String] = []
    /// Another reason: the request was made more often than recorded, or the content is missing.
    var reason: String?
    private let count: Int
    private let file: String?
    private let skipped: Int

    init(asked: String, count: Int, file: String?, skipped: Int, reason: String?) {
        self.asked = asked
        self.count = count
        self.file = file
        self.skipped = skipped
        self.reason = reason
    }

    /// The request, the nearest recorded one and the differences, a line for each.
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
            lines.append("  it is empty")
        }
        if skipped > 0 { lines.append("  \(skipped) entries of the archive couldn't be used: see Recording.skipped") }
        return lines.joined(separator: "\n")
    }
}

/// A recording that no longer fits: some recorded requests weren't made, or others were.
public struct UnfitRecording: Error, Hashable, Sendable, CustomStringConvertible {
    /// The method and URL of the recorded requests that weren't made.
    let unused: [String]
    /// The requests that the recording didn't answer.
    let mismatches: [RecordingMismatch]
    let file: String?

    /// Both lists, a line for each.
    public var description: String {
        let name = file.map { "the recording \($0)" } ?? "the recording"
        var lines = ["\(name) no longer fits"]
        lines += unused.map { "  recorded, but not requested: \($0)" }
        return (lines + mismatches.map(\.description)).joined(separator: "\n")
    }
}
