import ExampleSupport
import Resourceful
import ResourcefulProgress
import Testing

@testable import episodes

/// The line of a download: how far it is, and its retries.
@Suite(.permit) struct ProgressLineTests {
    private static func terminal(_ columns: Int, color: Bool = false) -> Terminal {
        Terminal(
            isTerminal: true, environment: ["TERM": "xterm", "NO_COLOR": color ? "" : "1"], reported: columns)
    }

    private static let half = TransferProgress(
        received: 3_000_000, expectedToSend: 0, expectedToReceive: 6_000_000, fraction: 0.5, bytesPerSecond: 1_000_000)
    private static let more = TransferProgress(
        received: 3_100_000, expectedToSend: 0, expectedToReceive: 6_000_000, fraction: 0.52, bytesPerSecond: 1_000_000)
    private static let decision = LoadDecision(.retry, "503 Service Unavailable, retrying in 2 s (1 of 3)")

    private static func line(_ progress: TransferProgress = half) -> ProgressLine {
        var line = ProgressLine()
        line.advance(to: progress)
        return line
    }

    @Test func `it has a bar, and words behind it`() {
        #expect(
            Self.line().text(on: Self.terminal(80))
                == "███████████████░░░░░░░░░░░░░░░  3.0 MB of 6.0 MB, 50 %, 1.0 MB/s, 3 s left")
    }

    @Test func `what matters least is left out first`() {
        #expect(Self.line().text(on: Self.terminal(50)).hasSuffix("░  3.0 MB of 6.0 MB, 50 %, 1.0 MB/s"))
        #expect(Self.line().text(on: Self.terminal(40)) == "███████░░░░░░░░  3.0 MB of 6.0 MB, 50 %")
        #expect(Self.line().text(on: Self.terminal(20)).columns < 20)
    }

    @Test(arguments: 20...100) func `it never fills the width`(columns: Int) {
        var line = Self.line()
        #expect(line.text(on: Self.terminal(columns)).columns < columns)
        line.retry(Self.decision)
        #expect(line.text(on: Self.terminal(columns)).columns < columns)
        #expect(Self.line(TransferProgress(received: 1)).text(on: Self.terminal(columns)).columns < columns)
    }

    @Test func `a retry is shown until the next request, and is counted`() {
        var line = Self.line()
        line.retry(Self.decision)
        #expect(line.text(on: Self.terminal(80)).hasSuffix("  3.0 MB of 6.0 MB, 50 %, retrying in 2 s (1 of 3)"))
        // What had arrived before is reported late.
        line.advance(to: Self.more)
        #expect(line.text(on: Self.terminal(80)).contains("retrying in 2 s"))
        line.ask()
        #expect(line.text(on: Self.terminal(80)).hasSuffix("  3.1 MB of 6.0 MB, 52 %, 1 retry, 1.0 MB/s, 3 s left"))
        line.retry(Self.decision)
        line.ask()
        line.advance(
            to: TransferProgress(received: 6_000_000, expectedToSend: 0, expectedToReceive: 6_000_000, fraction: 1))
        #expect(
            line.text(on: Self.terminal(80)) == String(repeating: "█", count: 30)
                + "  6.0 MB of 6.0 MB, 100 %, 2 retries")
    }

    @Test func `the bar is green, and yellow while it waits`() {
        var line = Self.line()
        #expect(line.text(on: Self.terminal(80, color: true)).hasPrefix("\u{1B}[32m██"))
        line.retry(Self.decision)
        #expect(line.text(on: Self.terminal(80, color: true)).hasPrefix("\u{1B}[33m██"))
    }

    @Test func `without a length there are only words`() {
        #expect(Self.line(TransferProgress(received: 1_500)).text(on: Self.terminal(80)) == "1.5 KB")
    }
}
