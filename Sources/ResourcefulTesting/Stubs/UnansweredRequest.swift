public import ResourcefulCore

/// A request that no stub is for: what was asked, and why the nearest stubs did not answer.
public struct UnansweredRequest: Error, Sendable, CustomStringConvertible {
    /// A stub that did not answer.
    public struct Miss: Hashable, Sendable {
        /// What the stub is for.
        public let stub: String
        /// Why it is not for this request: all that is different.
        public let reasons: [String]
    }

    /// The request, its secrets replaced.
    public let request: Request
    /// Every stub there is, the nearest first.
    public let nearest: [Miss]

    init(_ asked: StubRequest, nearest: [Miss]) {
        request = Redaction.standard.redacted(asked.request)
        self.nearest = nearest
    }

    /// The request, and the three stubs that come nearest, with what is different.
    public var description: String {
        guard !nearest.isEmpty else { return "no stub answers \(request): there are none" }
        var lines = ["no stub answers \(request)" + (request.body.map { ", \($0)" } ?? "")]
        lines.append(nearest.count == 1 ? "the only stub:" : "the nearest of \(nearest.count) stubs:")
        for miss in nearest.prefix(3) {
            lines.append("  \(miss.stub)")
            lines += miss.reasons.map { "    but \($0)" }
        }
        return lines.joined(separator: "\n")
    }
}
