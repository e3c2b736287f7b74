import Foundation
import ProgramSupport
import ResourcefulTesting
import Testing

/// What the program says when it fails, as a person and a script see it: a line, a hint and a status.
@Suite(.permit, .blocking) struct FailedProgramTests {
    /// Runs it with a folder of this run's own for what it keeps, and splits what it says.
    private func fail(_ arguments: [String]) throws -> (status: Int32, line: String, hint: String?) {
        let folder = TemporaryFolder()
        let outcome = try Program.run(arguments + ["--cache-folder", folder.path])
        let lines = outcome.errors.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        #expect(lines.last == "" && (2...3).contains(lines.count), "one line and a hint: \(outcome.errors)")
        #expect(lines[0].hasPrefix("episodes: "), "\(lines)")
        for text in [outcome.errors, outcome.output] {
            #expect(!text.contains("\u{1B}"), "no colors in a pipe: \(text)")
        }
        return (outcome.status, String(lines[0].dropFirst("episodes: ".count)), lines.count == 3 ? lines[1] : nil)
    }

    /// The URL of a server that has just ended.
    private func deadURL() throws -> String {
        let server = try LoopbackServer { _ in Response() }
        server.stop()
        return server.baseURL.absoluteString
    }

    @Test func `a refused connection is named as such`() throws {
        let url = try deadURL()
        let host = url.dropFirst("http://".count).dropLast()
        for arguments in [["--base-url=\(url)"], ["download", "\(url)episodes.json", "--to", "/tmp"]] {
            // The download tries again, which takes a second or two.
            let (status, line, hint) = try fail(arguments)
            #expect(status == 69)
            #expect(line == "GET \(url)episodes.json failed: \(host) refused the connection")
            #expect(hint == "hint: Check that a server is running at \(host).")
        }
    }

    @Test func `a host that doesn't exist has a status of its own`() throws {
        let (status, line, hint) = try fail(["--base-url", "http://nothing.invalid/"])
        #expect(status == 68 && hint == "hint: Check the name of the host, and your network.")
        #expect(line.hasPrefix("GET http://nothing.invalid/episodes.json failed: the host name has no address"))
    }

    @Test(arguments: [
        (Response(status: 500), Int32(69), "was answered with 500 Internal Server Error"),
        (Response(status: 401), 77, "was answered with 401 Unauthorized"),
        (Response(status: 404), 69, "was answered with 404 Not Found"),
        (Response(status: 429), 75, "was answered with 429 Too Many Requests"),
        (Response(body: Data("<html>".utf8)), 65, "can't be read: expected a value, found an HTML page"),
        (Response(), 65, "can't be read: expected JSON, found an empty body"),
    ]) func `a wrong answer is one clear sentence, a hint and a status`(
        response: Response, expected: Int32, sentence: String
    ) throws {
        let server = try LoopbackServer { _ in response }
        defer { server.stop() }
        let (status, line, hint) = try fail(["--base-url", server.baseURL.absoluteString])
        #expect(status == expected && line.contains(sentence) && hint != nil, "\(status) \(line) \(hint ?? "")")
    }

    @Test func `an answer that isn't HTTP is a protocol's error, and a lost one is temporary`() throws {
        let server = try LoopbackServer(answering: { request in
            request.url.path.hasPrefix("/cut/")
                ? .faulty(Response(body: Data("[ ]".utf8)), .cutShort(after: 1)) : .raw(Data("SSH-2.0-x\r\n\r\n".utf8))
        })
        defer { server.stop() }
        #expect(try fail(["--base-url", server.baseURL.absoluteString]).status == 76)
        #expect(try fail(["--base-url", server.baseURL.absoluteString + "cut"]).status == 75)
    }

    @Test func `a file that can't be written is found before anything is sent`() throws {
        let server = try LoopbackServer { _ in Response() }
        defer { server.stop() }
        let url = server.baseURL.absoluteString
        // A folder below a file.
        let folder = "/dev/null/x"
        for arguments in [
            ["--base-url", url, "--record", folder], ["download", url, "--to", folder],
        ] {
            let (status, line, hint) = try fail(arguments)
            #expect(status == 73 && line.contains("can't be written: Not a directory"), "\(line)")
            #expect(hint == "hint: Choose another place, or check who may write there.")
        }
        #expect(server.requests.isEmpty)
        let flaky = try Program.run(["--flaky", "--har", folder])
        #expect(flaky.status == 73 && flaky.output.isEmpty, "\(flaky)")
    }

    @Test(arguments: [
        ["--nonsense"], ["--base-url"], ["--har"], ["--har", "x"], ["--base-url", "ftp://example.org"],
        ["--base-url", "x y"], ["--base-url", "--record"], ["--cache-folder"], ["--clear-cache", "--flaky"],
        ["--flaky", "--cache-folder", "x"], ["--clear-cache", "--base-url", "http://example.org"], ["--record"],
        ["--record", "x", "--flaky"], ["--clear-cache", "--record", "x"], ["sign-in", "x"], ["downlaod"],
        ["explain", "x"], ["explain", "list", "details"], ["explain", "--base-url", "x"], ["what-if", "x"],
        ["what-if", "--flaky"],
    ])
    func `arguments that make no sense are one line and a hint`(arguments: [String]) throws {
        let outcome = try Program.run(arguments)
        let lines = outcome.errors.split(separator: "\n")
        #expect(outcome.status == 64 && outcome.output.isEmpty, "\(outcome)")
        #expect(lines.count == 2 && lines[0].hasPrefix("episodes: ") && lines[1].hasPrefix("hint: "), "\(lines)")
    }

    @Test func `a misspelled option has the right one as a hint`() throws {
        #expect(
            try Program.run(["--falky"]).errors == "episodes: unknown argument: --falky\nhint: Did you mean --flaky?\n")
        #expect(try Program.run(["downlaod"]).errors.contains("hint: Did you mean download?"))
        #expect(try Program.run(["what-if", "--bugy"]).errors.contains("hint: Did you mean --buggy?"))
        #expect(try Program.run(["explain", "detials"]).errors.contains("hint: Did you mean details?"))
        #expect(try Program.run(["download", "--ot", "x"]).errors.contains("hint: Did you mean --to?"))
        #expect(try Program.run(["--x"]).errors.contains("hint: Run `episodes --help` for what it can do."))
    }
}
