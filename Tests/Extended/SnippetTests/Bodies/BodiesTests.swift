import Resourceful
import ResourcefulDiagnostics
import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// The snippets of "Bodies", word for word, compiled and run; SnippetTests checks that none is missing.
@Suite(.permit) struct BodiesTests {
    struct Rating: Codable { var stars: Int }

    @Test func `bodies are values, and requests can be printed`() throws {
        let server = URL(string: "https://example.org/")!
        let (ratings, session, episodes) = (URL(string: "ratings")!, URL(string: "session")!, URL(string: "episodes")!)
        let rating = Resource<Rating>(json: ratings, method: .post, body: .json(Rating(stars: 5)))
        let login = Resource(
            url: session, method: .post, body: .form(["user": "ted", "password": "s3cret"]),
            parse: { $0 })
        #expect(rating.body?.data == Data(#"{"stars":5}"#.utf8))

        let search = Request(url: episodes, body: .json(["title": "swift"]).allowedWithGet())
        #expect(try search.httpMessage(relativeTo: server).hasSuffix(#"{"title":"swift"}"#))

        print(login.request)
        print(try login.request.httpMessage(relativeTo: server))
        print(try login.request.curlCommand(relativeTo: server, revealingSecrets: true))

        try assertSnapshot(of: login.request.httpMessage(relativeTo: server), named: "login")
    }

    @Test func `a multipart body can be sent again, and a stream can't`() throws {
        let recording = URL(filePath: "/tmp/recording.m4a")
        let microphone = AsyncStream<Data> { $0.finish() }
        let upload = Body.multipart([
            .text("Functional networking", name: "title"),
            .file(recording, name: "audio", mediaType: "audio/mp4"),
        ])
        #expect(upload.canBeSentAgain)

        let live = Body.stream(microphone, mediaType: "audio/mp4")
        #expect(!live.canBeSentAgain)
    }
}
