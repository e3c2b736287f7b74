import ExampleSupport
import Testing

@testable import episodes

/// Text, tables and help in terminals of any width.
@Suite(.permit) struct LayoutTests {
    private static func terminal(_ columns: Int, color: Bool = false) -> Terminal {
        Terminal(
            isTerminal: true, environment: ["TERM": "xterm", "NO_COLOR": color ? "" : "1"], reported: columns)
    }

    private static func widest(_ text: String) -> Int {
        text.split(separator: "\n").map { String($0).columns }.max() ?? 0
    }

    @Test func `characters have the columns that a terminal gives them`() {
        #expect("abc".columns == 3 && "小事".columns == 4 && "e\u{301}".columns == 1 && "".columns == 0)
    }

    @Test func `what doesn't fit is cut at its end or in its middle`() {
        #expect("abcdef".shortened(to: 6) == "abcdef" && "abcdef".shortened(to: 4) == "abc…")
        #expect("abcdef".shortened(to: 4, at: .middle) == "a…ef" && "小事情".shortened(to: 4) == "小…")
        #expect("abc".shortened(to: 1) == "…" && "abc".shortened(to: 0).isEmpty)
        for limit in 0..<12 {
            for cut in [String.Cut.middle, .end] {
                #expect("a小bc事defg情".shortened(to: limit, at: cut).columns <= limit)
            }
        }
    }

    @Test func `lines are broken at spaces, and what follows is indented`() {
        #expect("one two three".wrapped(to: 7) == "one two\nthree")
        #expect("  one two three".wrapped(to: 7, indent: 1) == "  one\n   two\n   three")
        #expect("one\n\ntwo  three".wrapped(to: 80) == "one\n\ntwo  three")
        #expect("one two".wrapped(to: nil) == "one two")
        // What is copied from a terminal stays whole.
        #expect("see http://127.0.0.1/a/long/path".wrapped(to: 10) == "see\nhttp://127.0.0.1/a/long/path")
    }

    private static let rows = Podcast().episodes.map {
        ["\($0.id)", $0.title, $0.collection, "\($0.seconds)", $0.released]
    }

    private static func table(_ columns: Int?) -> String {
        Table(
            ["#", "Title", "Collection", "Length", "Released"], rows: rows, right: [0, 3], fitting: columns, cutting: 1,
            leavingOut: [2, 4, 3]
        ).description
    }

    @Test(arguments: [20, 30, 40, 50, 60, 80, 200]) func `a table fits, and keeps what matters`(columns: Int) {
        let text = Self.table(columns)
        #expect(Self.widest(text) <= columns, "\(text)")
        #expect(text.contains("Title") && text.contains("30  Bodies that") == (columns >= 20), "\(text)")
        #expect(text.split(separator: "\n").count == 32)
        #expect(
            text.contains("Collection") == (columns >= 60) && text.contains("Released") == (columns >= 50), "\(text)")
    }

    @Test func `a table without a limit has everything`() {
        #expect(
            Self.table(nil)
                == Table(["#", "Title", "Collection", "Length", "Released"], rows: Self.rows, right: [0, 3]).description
        )
        #expect(!Self.table(nil).contains("…"))
        #expect(Table(["A"], rows: [], fitting: 1, cutting: 0).description == "A\n─")
    }

    @Test(arguments: [20, 40, 60, 80, 120]) func `help fits, and is sorted by task`(columns: Int) {
        let text = Help.episodes.text(on: Self.terminal(columns))
        // An option and its word stand on one line.
        #expect(Self.widest(text) <= max(min(columns, 80), 25), "\(text)")
        for title in [
            "Show the podcast", "Watch what policies do", "Ask what a load", "Ask what failures", "Download a file",
            "Sign in", "Use it in a script",
        ] {
            #expect(
                text.split(separator: "\n").contains { $0.hasPrefix(title.prefix(10)) },
                "\(title) is missing in:\n\(text)")
        }
        #expect(text.hasPrefix("usage: episodes"))
    }

    @Test func `help names all options, and has no color in a pipe`() {
        let text = Help.episodes.text(on: .plain)
        for option in [
            "--base-url URL", "--cache-folder FOLDER", "--record FILE", "--clear-cache", "--flaky", "--har FILE",
            "--to FOLDER", "--rate BYTES", "sign-in", "explain LOAD", "what-if", "--buggy", "--internals", "NO_COLOR",
            "COLUMNS",
        ] { #expect(text.contains(option), "\(option)") }
        for status in ExitCode.allCases where status != .inputOutput {
            #expect(text.contains("\(status.rawValue)"), "\(status)")
        }
        #expect(
            !text.contains("\u{1B}") && Help.episodes.text(on: Self.terminal(80, color: true)).contains("\u{1B}[1m"))
    }
}
