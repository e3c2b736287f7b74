import Foundation
import ProgramSupport
import ResourcefulDiagnostics
import ResourcefulTesting
import Testing

/// `episodes explain`, as a person meets it.
@Suite(.permit, .blocking) final class ExplainProgramTests {
    private let folder = TemporaryFolder()

    private func explain(_ words: String...) throws -> Program.Outcome {
        let outcome = try Program.run(["explain"] + words + ["--cache-folder", folder.path])
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        return outcome
    }

    @Test func `it says what is fetched first, and after a run what is stored`() throws {
        let first = try explain()
        #expect(first.output.contains("nothing is stored: fetched"), "\(first.output)")
        #expect(!first.output.contains("served") && !first.output.contains("If-None-Match"), "\(first.output)")
        #expect(!FileManager.default.fileExists(atPath: folder.path), "it writes nothing")
        _ = try Program.run(["--cache-folder", folder.path])
        let second = try explain().output
        for text in [
            #/cache +stored, stale for .+, ETag "\w+": validated/#,
            #/sends +GET http://127.0.0.1:\d+/episodes.json \(If-None-Match: "\w+"\)/#,
            #/cache +stored, fresh for 23 h 59 min, ETag "\w+": served/#, #/sends +nothing\n/#,
            #/sends +POST http://127.0.0.1:\d+/episodes/30/comments.json\n/#,
            #/retry +GET is idempotent: .+; 50 of 50 left in the budget/#, #/failover +http/#,
            #/Bearer +no token is sent/#,
        ] { #expect(second.contains(text), "\(second)") }
        #expect(second.split(separator: "\n", omittingEmptySubsequences: false).count <= 25, "one screen: \(second)")
    }

    @Test func `nothing is sent`() throws {
        let server = try LoopbackServer { _ in Response(status: 404) }
        defer { server.stop() }
        let outcome = try explain("--base-url", server.baseURL.absoluteString)
        #expect(outcome.output.contains("GET \(server.baseURL)episodes.json") && server.requests.isEmpty)
    }

    @Test(arguments: ["list", "details", "comment", "flaky"]) func `one load is explained alone`(name: String) throws {
        let titles = try explain(name).output.split(separator: "\n").filter { !$0.hasPrefix(" ") }
        #expect(titles.count == 2 && titles[1].hasPrefix("\(name): "), "\(titles)")
    }
}
