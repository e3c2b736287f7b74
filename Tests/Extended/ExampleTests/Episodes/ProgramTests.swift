import Foundation
import ProgramSupport
import ResourcefulTesting
import Testing

/// The example as a person meets it: a program, its output and its exit status.
@Suite(.permit, .blocking) struct ProgramTests {
    /// Runs it with a folder of this run's own for what it keeps.
    private func load(_ arguments: String...) throws -> Program.Outcome {
        let folder = TemporaryFolder()
        return try Program.run(arguments + ["--cache-folder", folder.path])
    }

    @Test func `it shows thirty episodes, the details of one, two things at once, a comment and the requests`() throws {
        let outcome = try load()
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        for text in [
            "30 episodes", "Bodies that do not fit", "Found by flatMap", "#16 Plans: what to do next",
            "Two at once by zip", "Networking", "A listener: More of this, please.", "7 requests, as they were sent",
        ] { #expect(outcome.output.contains(text), "\(text) is missing in:\n\(outcome.output)") }
        #expect(
            outcome.output.contains(#/POST http://127.0.0.1:\d+/episodes/30/comments.json +201 Created +\d+\.\d ms/#))
        #expect(outcome.output.contains(#/GET http://127.0.0.1:\d+/search.json\?q=plans +200 OK +\d+\.\d ms/#))
        let details = try #require(outcome.output.components(separatedBy: "Found by flatMap").last)
        for title in ["Plans: what to do next", "Two at once", "Posted"] {
            #expect(details.components(separatedBy: title).count == 2, "\(title) is repeated:\n\(details)")
        }
    }

    @Test(arguments: [SIGINT, SIGTERM])
    func `Ctrl-C and SIGTERM cancel a load that waits, and nothing of it is stored`(number: CInt) throws {
        let folder = TemporaryFolder()
        let list = Response(headerFields: ["Cache-Control": "max-age=60"], body: Data(count: 10_000))
        let server = try LoopbackServer(answering: { _ in .throttled(.response(list), bytesPerSecond: 100) })
        defer { server.stop() }
        let place = ["--base-url", server.baseURL.absoluteString, "--cache-folder", folder.path]
        let outcome = try Program.run(place) { process in
            for _ in 0..<2_000 where server.requests.isEmpty { usleep(5_000) }
            kill(process, number)
        }
        #expect(outcome.status == 130 && outcome.errors == "episodes: interrupted\n", "\(outcome)")
        #expect(server.requests.count == 1)
        let explanation = try Program.run(["explain", "list"] + place)
        #expect(explanation.output.contains("nothing is stored: fetched"), "\(explanation)")
    }

    @Test func `it loads from another server of the same shape`() throws {
        let server = try LoopbackServer { request in
            switch request.url.path {
            case "/api/episodes.json", "/api/search.json": Response(status: 200, body: Data("[]".utf8))
            default: Response(status: 404)
            }
        }
        let outcome = try load("--base-url", server.baseURL.absoluteString + "api")
        #expect(server.requests.map(\.url.path) == ["/api/episodes.json", "/api/search.json"])
        // The search of that server has no envelope.
        #expect(outcome.status == 65)
        #expect(outcome.errors.contains("data: expected"), "\(outcome.errors)")
    }

    @Test func `with a server that fails on purpose it shows each decision and why, and writes an archive`() throws {
        let file = "/tmp/resourceful-archive-\(UInt64.random(in: 0 ... .max)).har"
        defer { unlink(file) }
        let outcome = try Program.run(["--flaky", "--har", file])
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        var rest = outcome.output[...]
        for text in [
            "planned GET episodes.json", "✗ no connection could be made", "failover: http://127.0.0.1:",
            "503 Service Unavailable", "retry: 503 Service Unavailable, retrying in 1", " s (1 of 3)", "waited 1",
            "401 Unauthorized", "credentials: the token of", "POST http://127.0.0.1:", "✗ the connection ended",
            "retry: the connection ended", "200 OK, 3697 bytes", "finished", "30 episodes came all the same",
        ] {
            let found = try #require(rest.range(of: text), "\(text) is missing, or too early, in:\n\(outcome.output)")
            rest = rest[found.upperBound...]
        }
        #expect(outcome.output.contains(": Connection refused, trying http://127.0.0.1:"), "\(outcome.output)")
        #expect(!outcome.output.contains(#/\w…/#), "a reason is cut: \(outcome.output)")
        let archive = try JSON(parsing: Data(contentsOf: URL(filePath: file)))
        #expect(try archive["log"].entries.array { try $0.response.status.int } == [0, 503, 401, 200, 0, 200, 200])
        #expect(!(try String(contentsOfFile: file, encoding: .utf8)).contains("token-2"))
    }

    @Test func `signing in shows a code, waits, renews the token once and shows no secret`() throws {
        let outcome = try Program.run(["sign-in"])
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        var rest = outcome.output[...]
        for text in [
            "/activate and type WDJB-MJHT", "Signed in: 30 episodes.", "was renewed: 30 episodes", "Signed out:",
            "(no refresh token)", "POST http://127.0.0.1:", "400 Bad Request", "waited 1 s", "200 OK",
            "credentials: the token of",
        ] {
            let found = try #require(rest.range(of: text), "\(text) is missing, or too early, in:\n\(outcome.output)")
            rest = rest[found.upperBound...]
        }
        for secret in ["token-1", "token-2", "refresh-1", "d1"] { #expect(!outcome.output.contains(secret)) }
    }

    @Test func `help is given on standard output, also for a command`() throws {
        for arguments in [
            ["--help"], ["-h"], ["download", "--help"], ["sign-in", "-h"], ["explain", "-h"], ["what-if", "-h"],
        ] {
            let outcome = try Program.run(arguments)
            #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
            #expect(outcome.output.hasPrefix("usage: episodes") && outcome.output.contains("\nDownload a file\n"))
        }
    }
}
