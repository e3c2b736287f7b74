import Resourceful

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

/// Shows how far a download is: as a bar in a terminal, else as a line now and then.
struct ProgressPrinter: Sendable {
    private let isTerminal = isatty(STDOUT_FILENO) == 1

    /// How long there is between one and the next.
    var interval: Duration { .milliseconds(isTerminal ? 100 : 500) }

    /// Shows it, in a terminal over the line that is there.
    func show(_ progress: TransferProgress) {
        write(isTerminal ? "\r\u{1B}[K\(Self.bar(progress))" : "\(progress)\n")
    }

    /// Leaves the line.
    func finish() {
        if isTerminal { write("\n") }
    }

    /// A bar, and the words behind it.
    private static func bar(_ progress: TransferProgress) -> String {
        guard let fraction = progress.fraction else { return "\(progress)" }
        let count = Int(fraction * 30)
        return String(repeating: "█", count: count) + String(repeating: "░", count: 30 - count) + "  \(progress)"
    }

    private func write(_ text: String) {
        print(text, terminator: "")
        fflush(nil)
    }
}
