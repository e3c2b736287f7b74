import ExampleSupport
import Resourceful

/// Shows how far a download is: as a bar in a terminal, else as a line now and then.
final class ProgressPrinter: Sendable {
    private let terminal = Terminal.output
    private let line = Guarded(ProgressLine())

    /// How long there is between one and the next.
    var interval: Duration { .milliseconds(terminal.isRewritable ? 100 : 500) }

    /// Shows the retries of loads.
    var observer: LoadObserver {
        LoadObserver { [self] event in
            switch event.kind {
            case .decided(let decision) where decision.kind == .retry: show(decision)
            case .sent: line.withLock { $0.ask() }
            default: break
            }
        }
    }

    /// Says what can be done meanwhile.
    func begin() {
        if terminal.isRewritable { terminal.say("Press Ctrl-C to stop. Run it again to resume.", .dim) }
    }

    /// Shows how far it is, in a terminal over the line that is there.
    func show(_ progress: TransferProgress) {
        line.withLock { [terminal] line in
            line.advance(to: progress)
            terminal.write(terminal.isRewritable ? "\r\u{1B}[K\(line.text(on: terminal))" : "\(progress)\n")
        }
    }

    /// Leaves the line.
    func finish() {
        if terminal.isRewritable { terminal.write("\n") }
    }

    /// Shows a retry above the line, and in it.
    private func show(_ decision: LoadDecision) {
        line.withLock { [terminal] line in
            line.retry(decision)
            guard terminal.isRewritable else { return terminal.write("\(decision)\n") }
            let reason = terminal.laidOut("\(decision)", .yellow, indent: 2)
            terminal.write("\r\u{1B}[K\(reason)\n\(line.text(on: terminal))")
        }
    }
}
