import ExampleSupport
import Resourceful
import ResourcefulProgress
import Testing

/// What a terminal can do, as the system and the environment say.
@Suite(.permit) struct TerminalTests {
    private static func terminal(_ environment: [String: String], reported: Int? = 100) -> Terminal {
        Terminal(
            isTerminal: true, environment: environment.merging(["TERM": "xterm"]) { own, _ in own }, reported: reported)
    }

    @Test func `colors are for terminals that have them, unless the user says no`() {
        #expect(Self.terminal([:]).isColored)
        #expect(!Self.terminal(["NO_COLOR": "1"]).isColored)
        #expect(Self.terminal(["NO_COLOR": ""]).isColored, "an empty one says nothing (no-color.org)")
        #expect(!Self.terminal(["TERM": "dumb"]).isColored)
        #expect(!Self.terminal(["TERM": ""]).isColored)
        #expect(!Terminal(isTerminal: true, environment: [:], reported: 80).isColored)
        #expect(!Terminal(isTerminal: false, environment: ["TERM": "xterm"], reported: nil).isColored)
    }

    @Test func `a line is written over where the cursor moves, with colors or without`() {
        #expect(Self.terminal(["NO_COLOR": "1"]).isRewritable)
        #expect(!Self.terminal(["TERM": "dumb"]).isRewritable)
        #expect(!Terminal.plain.isRewritable)
    }

    @Test func `the width is the user's, else the terminal's, else 80`() {
        #expect(Self.terminal(["COLUMNS": "60"]).columns == 60)
        #expect(Self.terminal([:]).columns == 100)
        for nonsense in ["", "0", "-1", "wide"] { #expect(Self.terminal(["COLUMNS": nonsense]).columns == 100) }
        #expect(Self.terminal([:], reported: nil).columns == 80 && Self.terminal([:], reported: 0).columns == 80)
        #expect(Self.terminal(["COLUMNS": "3"]).columns == 20, "there is a least width")
    }

    @Test func `in a pipe lines have any length, whatever COLUMNS says`() {
        let pipe = Terminal(isTerminal: false, environment: ["COLUMNS": "40", "TERM": "xterm"], reported: nil)
        #expect(pipe == .plain && pipe.columns == nil)
        let text = String(repeating: "word ", count: 100)
        #expect(pipe.laidOut(text) == text && pipe.styled(text, .red) == text)
    }

    @Test func `a style ends where it began`() {
        #expect(Self.terminal([:]).styled("a", .red) == "\u{1B}[31ma\u{1B}[0m")
        #expect(Self.terminal([:]).styled("a", .bold) == "\u{1B}[1ma\u{1B}[0m")
        #expect(Self.terminal([:]).styled("", .bold).isEmpty)
        // So that a pager shows each line in its color.
        let narrow = Self.terminal([:], reported: 20)
        #expect(
            narrow.laidOut("one two three four five", .red, indent: 2)
                == "\u{1B}[31mone two three four\u{1B}[0m\n\u{1B}[31m  five\u{1B}[0m")
    }
}

/// Ages, sizes and counts as people say them.
@Suite(.permit) struct WordingTests {
    @Test(arguments: [
        (0, "just now"), (4, "just now"), (5, "5 seconds ago"), (59, "59 seconds ago"), (60, "1 minute ago"),
        (185, "3 minutes ago"), (3_599, "59 minutes ago"), (3_600, "1 hour ago"), (7_200, "2 hours ago"),
        (86_400, "1 day ago"), (259_200, "3 days ago"),
    ])
    func `an age is rounded down`(seconds: Int, words: String) {
        #expect(Wording.age(.seconds(seconds)) == words)
    }

    @Test(arguments: [0, 1, 999, 1_000, 1_234_567, 6_000_000, 999_999_999, 1_000_000_000, Int.max])
    func `a size is said as the progress of a load says it`(bytes: Int) {
        let words = TransferProgress(received: bytes).description
        #expect(Wording.size(bytes) == (bytes == 1 ? "1 byte" : words))
    }

    @Test func `a count has its noun`() {
        #expect(Wording.count(1, "episode") == "1 episode" && Wording.count(0, "episode") == "0 episodes")
    }

    @Test func `a misspelled option is found, and another word isn't`() {
        let known = ["download", "sign-in", "--base-url", "--cache-folder", "--flaky", "--har", "--help"]
        for (word, meant) in [
            ("--falky", "--flaky"), ("--base-ulr", "--base-url"), ("--hlep", "--help"), ("dowload", "download"),
            ("signin", "sign-in"), ("--nonsense", nil), ("", nil), ("x", nil),
        ] { #expect(Wording.suggestion(for: word, among: known) == meant, "\(word)") }
    }
}
