import Foundation
import ProgramSupport
import ResourcefulTesting
import Testing

/// The list of episodes in a second run: it is there before the server is asked.
@Suite(.permit, .blocking) struct StoredListTests {
    @Test func `the second run shows the list from the store, and the server confirms it by a 304`() throws {
        let folder = TemporaryFolder()
        let first = try Program.run(["--cache-folder", folder.path])
        #expect(first.status == 0 && first.errors.isEmpty, "\(first.errors)")
        #expect(first.output.contains("30 episodes, from the server\n"), "\(first.output)")
        #expect(first.output.contains("Responses are kept in \(folder.path)"))
        #expect(first.output.contains("7 requests, as they were sent"))

        let second = try Program.run(["--cache-folder", folder.path])
        #expect(second.status == 0 && second.errors.isEmpty, "\(second.errors)")
        let list = try #require(
            second.output.firstRange(of: #/30 episodes, from the store, received (just now|\d+ seconds ago)\n/#))
        let later = second.output[list.upperBound...]
        #expect(!later.contains("30 episodes, from"), "it is shown again, though it is the same: \(later)")
        #expect(later.contains("The server has nothing newer."))
        #expect(later.contains(#/GET http://127.0.0.1:\d+/episodes.json +304 Not Modified/#), "\(later)")
        // What is fresh for a day costs no request.
        #expect(later.contains("6 requests, as they were sent") && !later.contains("/episodes/16.json"), "\(later)")
    }

    @Test func `the server receives what is stored, and a newer list is shown below the old one`() throws {
        let folder = TemporaryFolder()
        let server = try LoopbackServer { request in
            guard request.url.path == "/episodes.json" else { return Response(status: 404) }
            // What a client asks for that has something is newer than what it has.
            let asked = request.headerFields["If-None-Match"]
            let title = asked == nil ? "Old" : "New"
            if asked == "\"New\"" { return Response(status: 304) }
            let body = #"[{"id":1,"title":"\#(title)","collection":"","seconds":1,"released":""}]"#
            return Response(
                headerFields: ["ETag": "\"\(title)\"", "Cache-Control": "no-cache"], body: Data(body.utf8))
        }
        defer { server.stop() }
        let arguments = ["--base-url", server.baseURL.absoluteString, "--cache-folder", folder.path]
        let outputs = try (0..<3).map { _ in try Program.run(arguments).output }
        #expect(outputs[0].contains("1 episode, from the server") && outputs[0].contains("Old"))
        let (old, new) = (outputs[1].firstRange(of: #/1 episode, from the store/#), outputs[1].firstRange(of: #/New/#))
        #expect(try #require(old).upperBound < (try #require(new)).lowerBound)
        #expect(outputs[1].contains("1 episode, from the server"))
        #expect(outputs[2].contains("New") && outputs[2].contains("The server has nothing newer."))
        let conditions = server.requests.filter { $0.url.path == "/episodes.json" }
            .map { $0.headerFields["If-None-Match"] }
        #expect(conditions == [nil, "\"Old\"", "\"New\""])
    }

    @Test func `the stored list is shown although the server can't be reached any more`() throws {
        let folder = TemporaryFolder()
        let server = try LoopbackServer { _ in Response(headerFields: ["ETag": "\"1\""], body: Data("[]".utf8)) }
        let arguments = ["--base-url", server.baseURL.absoluteString, "--cache-folder", folder.path]
        #expect(try Program.run(arguments).output.contains("0 episodes, from the server"))
        server.stop()
        let second = try Program.run(arguments)
        #expect(second.output.contains("0 episodes, from the store"), "\(second.output)")
        #expect(second.status == 69 && second.errors.contains("refused the connection"), "\(second.errors)")
    }

    @Test func `what is kept is removed, and nothing else`() throws {
        let folder = TemporaryFolder()
        _ = try Program.run(["--cache-folder", folder.path])
        let own = folder.path + "/mine"
        #expect(FileManager.default.createFile(atPath: own, contents: nil))
        let cleared = try Program.run(["--clear-cache", "--cache-folder", folder.path])
        #expect(cleared.status == 0 && cleared.output.contains(folder.path))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["mine"])
        #expect(try Program.run(["--cache-folder", folder.path]).output.contains("30 episodes, from the server"))
        try FileManager.default.removeItem(atPath: own)
        _ = try Program.run(["--clear-cache", "--cache-folder", folder.path])
        #expect(!FileManager.default.fileExists(atPath: folder.path))
    }

    @Test func `a port that somebody else has is no obstacle`() throws {
        let folder = TemporaryFolder()
        let other = try LoopbackServer { _ in Response() }
        let port = try #require(other.baseURL.port)
        try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
        try Data("\(port)".utf8).write(to: URL(filePath: folder.path + "/port"))
        let outcome = try Program.run(["--cache-folder", folder.path])
        #expect(outcome.status == 0 && outcome.output.contains("30 episodes, from the server"), "\(outcome.errors)")
        #expect(other.requests.isEmpty)
        other.stop()
    }
}
