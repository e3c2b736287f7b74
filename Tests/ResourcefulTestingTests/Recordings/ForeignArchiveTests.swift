import Foundation
import ResourcefulTesting
import Testing

/// An archive that another program has exported: mitmproxy, as `Tests/Recordings/check --make` had it.
struct ForeignArchiveTests {
    private struct Episode: Decodable, Equatable, Sendable {
        let id: Int
        let title: String
    }

    private static let baseURL = URL(string: "http://podcast.test/")!
    private static let archive = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Recordings/mitmproxy.har").standardized

    private static func comment(_ body: Body) -> Resource<String> {
        Resource(url: URL(string: "comments")!, method: .post, body: body, parseJSON: { try $0.type.string })
    }

    @Test func `every exchange of it is replayed`() throws {
        let recording = try Recording(contentsOf: Self.archive)
        #expect(recording.skipped.isEmpty && recording.exchanges.count == 8)
        let replay = Replay(recording)
        var run = DryRun(replaying: replay, baseURL: Self.baseURL)

        let episodes = Resource<[Episode]>(json: URL(string: "episodes.json?q=a%20b&page=1")!)
        #expect(try run.load(episodes).last == Episode(id: 20, title: "Épisode 20"))
        let cover = Resource(url: URL(string: "cover.png")!) { $0 }
        #expect(try Array(run.load(cover).prefix(3)) == [0x80, 0x81, 0x82])
        #expect(try run.load(Self.comment(.json(["text": "Ja, schön", "author": "Me"]))) == "application/json")
        #expect(try run.load(Self.comment(.form(["author": "Me & you", "text": "no"]))).hasSuffix("form-urlencoded"))
        let parts = [
            Body.Part.text("Me", name: "author"), .data(Data(), name: "cover", fileName: "requirements.txt"),
        ]
        #expect(try run.load(Self.comment(.multipart(parts))) == "multipart/form-data")

        let nothing = #expect(throws: LoadError.self) { try run.load(Resource(url: URL(string: "nothing")!) { $0 }) }
        #expect(nothing?.status == 404 && nothing?.response?.body == Data("There is nothing here.".utf8))
        let lost = #expect(throws: LoadError.self) { try run.load(Resource(url: URL(string: "lost")!) { $0 }) }
        #expect((lost?.underlyingError as? TransportError)?.message == "server closed connection")
        let latest = try replay.response(to: Request(url: Self.baseURL.appending(path: "latest")))
        #expect(latest.status == 302 && latest.headerFields.values(of: "Set-Cookie").count == 2)
        try replay.finish()
    }

    @Test func `no secret of it is left when it is written again`() throws {
        let recording = try Recording(contentsOf: Self.archive)
        let text = String(decoding: recording.har, as: UTF8.self)
        #expect(!text.contains("theme=dark") && text.contains("Épisode 20"))
        let again = try Recording(parsing: recording.har)
        #expect(again.exchanges.map(\.request.url) == recording.exchanges.map(\.request.url))
        #expect(again.exchanges.map(\.response?.body) == recording.exchanges.map(\.response?.body))
    }
}
