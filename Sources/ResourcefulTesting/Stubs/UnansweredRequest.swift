/// A request that no stub matches, and the reasons why the nearest stubs didn't answer.
public struct UnansweredRequest: Error, Sendable, CustomStringConvertible {
    /// A stub that didn't answer.
    package struct Miss: Hashable, Sendable {
        /// The description of the stub.
        package let stub: String
        /// All differences between the stub and the request.
        package let reasons: [String]
    }

    /// The request, with its secrets replaced.
    public let request: Request
    /// All stubs and functions of the server, the nearest first.
    package let nearest: [Miss]

    init(_ asked: StubRequest, nearest: [Miss]) {
        request = Redaction.standard.redacted(asked.request)
        self.nearest = nearest
    }

    /// The request, and the three nearest stubs with their differences.
    public var description: String {
        guard !nearest.isEmpty else { return "no stub answers \(request): there are no stubs" }
        var lines = ["no stub answers \(request)" + (request.body.map { ", \($0)" } ?? "")]
        lines.append(nearest.count == 1 ? "the only stub:" : "the nearest of \(nearest.count) stubs:")
        for miss in nearest.prefix(3) {
            lines.append("  \(miss.stub)")
            lines += miss.reasons.map { "    but \($0)" }
        }
        return lines.joined(separator: "\n")
    }
}
