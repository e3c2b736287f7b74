import Foundation
import ProgramSupport
import Testing

/// The five programs, as a person runs them: offline, each with servers of its own.
@Suite(.permit, .blocking) struct StackProgramTests {
    @Test(arguments: [
        (
            "daily",
            [
                "Film daily", "nil", "20180117: fresh from the store", "3 rubrics: fresh from the store",
                "Traveling alone / Why cats love boxes.", "There is no such article.",
                "GET /api/4/news/latest?nonce=",
            ]
        ),
        (
            "posts",
            [
                "Loaded.", "The server's clock is ahead by 6", "A field has the wrong type.", "there is no such post",
                "302 Found to /login", "told of [403 Forbidden, 502 Bad Gateway]", "My first post",
            ]
        ),
        ("targets", ["Ash Furrow", "trending.gif, 14 bytes", "asked 0 times", "rank 7 by a sample", "POST /v1/gifs"]),
        ("talk", ["Tiny Networking, Revisited", "[1].title: expected a string", "readable: [\"1\", \"3\"]"]),
        ("feed --server up", ["Post", "Home early today", "Slacking off", "What was sent"]),
    ]) func `a program prints what a person wants to see`(command: String, texts: [String]) throws {
        let output = try Self.output(
            of: command, environment: ["LC_ALL": "", "LC_MESSAGES": "", "LANG": "en_US.UTF-8"])
        for text in texts { #expect(output.contains(text), "\(text) is not in:\n\(output)") }
        #expect(!output.contains(#/\p{Han}|。/#), "\(output)")
    }

    @Test(arguments: [
        (
            "daily",
            [
                "电影日报", "nil", "20180117: fresh from the store", "3 rubrics: fresh from the store", "没有这篇文章",
                "GET /api/4/news/latest?nonce=", "发出的请求",
            ]
        ),
        (
            "posts",
            [
                "请求完成....", "请求时间差: 6", "字段类型错误", "文章不存在", "302 Found to /login",
                "钩子收到 [403 Forbidden, 502 Bad Gateway]",
            ]
        ),
        ("feed", ["沸点", "Swift 6 真香", "上班摸鱼", "发出的请求"]),
        ("feed --server gone", ["连不上服务器", "什么也没收到"]),
    ]) func `a program speaks Chinese if an option or the locale says so`(command: String, texts: [String]) throws {
        let english = ["LC_ALL": "C"]
        let chinese = ["LC_ALL": "", "LC_MESSAGES": "zh_CN.UTF-8", "LANG": "en_US.UTF-8"]
        for (command, environment) in [(command + " --chinese", english), (command, chinese)] {
            let output = try Self.output(of: command, environment: environment)
            for text in texts { #expect(output.contains(text), "\(text) is not in:\n\(output)") }
        }
    }

    /// Runs a program with a folder of this run's own, and returns what it prints.
    private static func output(of command: String, environment: [String: String]) throws -> String {
        let folder = TemporaryFolder()
        let words = command.split(separator: " ").map(String.init)
        let arguments = words.dropFirst() + (words[0] == "feed" ? ["--folder", folder.path] : [])
        let outcome = try Program.run(Array(arguments), of: words[0], environment: environment)
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        return outcome.output
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
        let outcome = try Program.run(["--server", "stubs", "--chinese"], of: "daily")
        #expect(outcome.status == 0 && outcome.output.contains("没有这篇文章"))
        #expect(outcome.output.contains("用的是示例数据"))
        let english = try Program.run(["--server", "stubs"], of: "daily", environment: ["LC_ALL": "C"])
        #expect(english.output.contains("the answers are samples"))
        #expect(try Program.run(["--server", "moon"], of: "daily").status == 64)
        #expect(try Program.run(["--server"], of: "daily").errors.contains("--server needs a local|stubs"))
    }

    @Test(arguments: [
        (
            ["LC_ALL": "C"], "Post", "Swift 6 is lovely", ["", "The server can't be reached.", "must login"],
            "rows are still shown."
        ),
        (["LC_ALL": "zh"], "沸点", "Swift 6 真香", ["", "连不上服务器", "must login"], "行仍然显示着。"),
    ])
    func `the second run of feed shows the stored list first, whatever has become of the server`(
        environment: [String: String], title: String, post: String, told: [String], kept: String
    ) throws {
        let folder = TemporaryFolder()
        func feed(_ arguments: String...) throws -> String {
            let outcome = try Program.run(
                ["--folder", folder.path] + arguments, of: "feed", environment: environment)
            #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
            return outcome.output
        }
        let first = try feed()
        #expect(first.contains("from the server\n\(title)") && !first.contains("from the store"))
        for (state, told) in zip(["up", "gone", "failing"], told) {
            let output = try feed("--server", state)
            #expect(output.contains("from the store") && output.contains(post), "\(output)")
            #expect(!output.contains("from the server"), "it is shown again, though it is the same: \(output)")
            #expect(told.isEmpty || output.contains(told), "\(output)")
            #expect(output.contains("2 \(kept)") == (state != "up"), "\(output)")
        }
    }
}
