import Foundation
import ProgramSupport
import Testing

/// The five programs, as a person runs them: offline, each with servers of its own.
@Suite(.permit, .blocking) struct StackProgramTests {
    @Test(arguments: [
        (
            "daily",
            [
                "电影日报", "nil", "20180117: fresh from the store", "3 rubrics: fresh from the store", "没有这篇文章",
                "GET /api/4/news/latest?nonce=",
            ]
        ),
        (
            "posts",
            ["请求完成....", "请求时间差: 6", "字段类型错误", "302 Found to /login", "told of [403 Forbidden, 502 Bad Gateway]"]
        ),
        ("targets", ["Ash Furrow", "trending.gif, 14 bytes", "asked 0 times", "rank 7 by a sample", "POST /v1/gifs"]),
        ("talk", ["Tiny Networking, Revisited", "[1].title: expected a string", "readable: [\"1\", \"3\"]"]),
    ]) func `a program prints what a person wants to see`(name: String, texts: [String]) throws {
        let outcome = try Program.run([], of: name)
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        for text in texts { #expect(outcome.output.contains(text), "\(text) is not in:\n\(outcome.output)") }
    }

    @Test(arguments: ["daily", "posts", "targets", "feed", "talk"])
    func `a program helps, and refuses what it does not know`(name: String) throws {
        let help = try Program.run(["--help"], of: name)
        #expect(help.status == 0 && help.output.hasPrefix("usage: \(name)") && help.errors.isEmpty)
        #expect(help.output.split(separator: "\n").count >= 3)
        let wrong = try Program.run(["--nonsense"], of: name)
        #expect(wrong.status == 64 && wrong.output.isEmpty)
        #expect(
            wrong.errors == """
                \(name): unknown argument: --nonsense
                hint: Run `\(name) --help` for what it can do.

                """)
    }

    @Test func `daily runs on samples, without any server`() throws {
        let outcome = try Program.run(["--server", "stubs"], of: "daily")
        #expect(outcome.status == 0 && outcome.output.contains("没有这篇文章"))
        #expect(outcome.output.contains("the answers are samples"))
        #expect(try Program.run(["--server", "moon"], of: "daily").status == 64)
        #expect(try Program.run(["--server"], of: "daily").errors.contains("--server needs a local|stubs"))
    }

    @Test func `the second run of feed shows the stored list first, whatever has become of the server`() throws {
        let folder = TemporaryFolder()
        func feed(_ arguments: String...) throws -> String {
            let outcome = try Program.run(["--folder", folder.path] + arguments, of: "feed")
            #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
            return outcome.output
        }
        let first = try feed()
        #expect(first.contains("from the server\n沸点") && !first.contains("from the store"))
        for (state, told) in [("up", ""), ("gone", "The server can't be reached."), ("failing", "must login")] {
            let output = try feed("--server", state)
            #expect(output.contains("from the store") && output.contains("Swift 6 真香"), "\(output)")
            #expect(!output.contains("from the server"), "it is shown again, though it is the same: \(output)")
            #expect(told.isEmpty || output.contains(told), "\(output)")
            #expect(output.contains("2 rows are still shown.") == (state != "up"), "\(output)")
        }
    }
}
