import ExampleSupport
import Resourceful
import ResourcefulProgress

/// The progress line of a download, with its retries.
struct ProgressLine: Equatable, Sendable {
    private var progress = TransferProgress()
    private var retries = 0
    /// The reason for waiting; nil after a request was sent.
    private var waiting: String?

    /// Notes that bytes have arrived.
    mutating func advance(to progress: TransferProgress) { self.progress = progress }

    /// Notes a retry. The end of its reason says when.
    mutating func retry(_ decision: LoadDecision) {
        retries += 1
        waiting = decision.reason.components(separatedBy: ", ").last
    }

    /// Notes that a request has been sent.
    mutating func ask() { waiting = nil }

    /// The text, cut to the terminal's width. The least important parts are left out first.
    func text(on terminal: Terminal) -> String {
        let limit = (terminal.columns ?? 80) - 1
        var parts = self.parts
        func words() -> String { parts.joined(separator: ", ") }
        guard let fraction = progress.fraction else { return words().shortened(to: limit) }
        while parts.count > 1, words().columns + 2 + 10 > limit { parts.removeLast() }
        let width = min(limit - words().columns - 2, 30)
        guard width > 0 else { return words().shortened(to: limit) }
        let count = Int(fraction * Double(width))
        let bar = terminal.styled(String(repeating: "█", count: count), waiting == nil ? .green : .yellow)
        return bar + String(repeating: "░", count: width - count) + "  " + words()
    }

    /// The parts of the text, the most important first.
    private var parts: [String] {
        let all = "\(progress)".components(separatedBy: ", ")
        let (amount, pace) = (
            all.prefix(progress.fraction == nil ? 1 : 2), all.dropFirst(progress.fraction == nil ? 1 : 2)
        )
        if let waiting { return amount + [waiting] }
        let count = retries == 0 ? [] : [retries == 1 ? "1 retry" : "\(retries) retries"]
        return amount + count + pace
    }
}
