#if os(Linux)
    import ExampleSupport
    import Foundation
    import ProgramSupport
    import ResourcefulTesting
    import Testing

    /// The program in terminals of different kinds.
    @Suite(.permit, .blocking) struct TerminalProgramTests {
        private static let plain = ["TERM": "xterm", "NO_COLOR": "1"]

        /// Lines that are too wide, but for words that are.
        private static func wide(_ text: String, columns: Int) -> [String] {
            text.split(separator: "\n").map(String.init).filter { line in
                line.columns > columns && line.split(separator: " ").allSatisfy { String($0).columns < columns - 10 }
            }
        }

        @Test(arguments: [40, 60, 100]) func `lines fit the terminal`(columns: Int) throws {
            let folder = TemporaryFolder()
            let outcome = try Program.show(
                ["--cache-folder", folder.path], columns: UInt16(columns), environment: Self.plain)
            #expect(outcome.status == 0 && outcome.output.contains("#16 Plans: what to do next"), "\(outcome)")
            #expect(Self.wide(outcome.output, columns: columns).isEmpty, "\(outcome.output)")
            #expect(outcome.output.contains("…") && outcome.output.contains("Collection  Length") == (columns >= 60))
            let help = try Program.show(["--help"], columns: UInt16(columns), environment: Self.plain)
            #expect(help.status == 0 && Self.wide(help.output, columns: columns).isEmpty, "\(help.output)")
        }

        @Test(arguments: [40, 60, 80])
        func `explanations, event logs and the needs of the list fit, too`(columns: Int) throws {
            let folder = TemporaryFolder()
            for arguments in [["explain", "--cache-folder", folder.path], ["what-if"], ["what-if", "--buggy"]] {
                let outcome = try Program.show(arguments, columns: UInt16(columns), environment: Self.plain)
                #expect(Self.wide(outcome.output, columns: columns).isEmpty, "\(outcome.output)")
                let lines = outcome.output.split(separator: "\n", omittingEmptySubsequences: false)
                #expect(columns < 80 || lines.count <= 40, "one screen: \(outcome.output)")
            }
        }

        @Test func `README's picture shows what the program writes`() throws {
            let outcome = try Program.show(["what-if", "--buggy"], columns: 80, environment: Self.plain)
            let picture = TerminalPicture.svg(of: outcome.output, after: "swift run episodes what-if --buggy")
            let file = URL(filePath: #filePath).deletingLastPathComponent()
                .appending(path: "../../../../Docs/Resourceful.docc/Resources/what-if.svg")
            if ProcessInfo.processInfo.environment["RECORD"] != nil { try Data(picture.utf8).write(to: file) }
            #expect(try Data(contentsOf: file) == Data(picture.utf8), "RECORD=1 Tests/Extended/run writes it")
        }

        @Test func `COLUMNS is the user's choice`() throws {
            let environment = Self.plain.merging(["COLUMNS": "50"]) { $1 }
            let outcome = try Program.show(["--flaky"], columns: 200, environment: environment)
            #expect(Self.wide(outcome.output, columns: 50).isEmpty, "\(outcome.output)")
            #expect(outcome.output.split(separator: "\n").contains { $0.hasPrefix("          ") }, "it is broken")
        }

        @Test func `a terminal has colors, unless NO_COLOR or TERM=dumb says no`() throws {
            let environments = [["TERM": "xterm"], Self.plain, ["TERM": "dumb"], [:]]
            let colored = try environments.map { environment in
                try Program.show(["--flaky"], columns: 80, environment: environment).output.contains("\u{1B}[33m")
            }
            #expect(colored == [true, false, false, false])
        }

        @Test func `an error fits and has colors, too`() throws {
            let outcome = try Program.show(["--nonsense-that-is-long"], columns: 30)
            #expect(outcome.status == 64)
            #expect(
                outcome.output == """
                    \u{1B}[31mepisodes:\u{1B}[0m unknown argument:
                      --nonsense-that-is-long
                    \u{1B}[33mhint:\u{1B}[0m Run `episodes --help`
                      for what it can do.

                    """, "\(outcome.output)")
        }

        @Test func `in a pipe nothing is cut, and nothing is colored`() throws {
            let folder = TemporaryFolder()
            let outcome = try Program.run(
                ["--cache-folder", folder.path], environment: ["TERM": "xterm", "COLUMNS": "40"])
            #expect(outcome.status == 0 && !outcome.output.contains("\u{1B}"), "\(outcome)")
            #expect(outcome.output.contains("/episodes/30/comments.json"), "\(outcome.output)")
            #expect(outcome.output.contains("19  Redirects, and what they leak  Networking   40:06  2024-05-13"))
        }
    }
#endif
