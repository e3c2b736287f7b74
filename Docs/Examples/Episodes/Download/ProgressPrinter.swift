import Resourceful

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Shows how far a download is: as a bar in a terminal, else as a line now and then.
final class ProgressPrinter: Sendable {
    private struct State: Sendable {
        var line = ProgressLine(received: 0, expected: nil)
        var begun: (received: Int, time: ContinuousClock.Instant)?
        var shown: ContinuousClock.Instant?
    }

    private let state = Locked(State())
    private let isTerminal = isatty(STDOUT_FILENO) == 1

    /// Notes how far it is, and shows it unless that was done just now.
    func update(_ received: Int, _ expected: Int?) {
        let now = ContinuousClock.now
        let line = state.withLock { [isTerminal] state -> ProgressLine? in
            let begun = state.begun ?? (received, now)
            // What was there before has cost no time.
            state.begun = received < begun.received ? (received, now) : begun
            let seconds = (now - begun.time) / .seconds(1)
            let rate = seconds > 0.1 ? Double(received - begun.received) / seconds : nil
            state.line = ProgressLine(received: received, expected: expected, rate: rate)
            let interval = Duration.milliseconds(isTerminal ? 100 : 500)
            if let shown = state.shown, now - shown < interval { return nil }
            state.shown = now
            return state.line
        }
        if let line { show(line) }
    }

    /// Shows where it has come to, and leaves the line.
    func finish() {
        guard state.withLock({ $0.begun != nil }) else { return }
        show(state.withLock { $0.line })
        if isTerminal { write("\n") }
    }

    /// In a terminal, over the line that is there.
    private func show(_ line: ProgressLine) { write(isTerminal ? "\r\u{1B}[K\(line.bar)" : "\(line.text)\n") }

    private func write(_ text: String) {
        print(text, terminator: "")
        fflush(nil)
    }
}
