import ExampleSupport
import Resourceful
import ResourcefulProgress

/// Shows the progress of a download: as a bar in a terminal, otherwise as a line now and then.
final class ProgressPrinter: Sendable {
    private let terminal = Terminal.output
    private let line = Guarded(ProgressLine())

    /// The time between two lines.
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

    /// Shows what the user can do in the meantime.
    func begin() {
        if terminal.isRewritable { terminal.say("Press Ctrl-C to stop. Run it again to resume.", .dim) }
    }

    /// Shows the progress. In a terminal, it replaces the line.
    func show(_ progress: TransferProgress) {
        line.withLock { [terminal] line in
            line.advance(to: progress)
            terminal.write(terminal.isRewritable ? "\r\u{1B}[K\(line.text(on: terminal))" : "\(progress)\n")
        }
    }

    /// Ends the line.
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
