import Foundation
import Resourceful
import ResourcefulCurl
import ResourcefulDownloads
import ResourcefulTesting
import Testing

private typealias Episode = ComingFromModels.Episode
private typealias Draft = ComingFromModels.Draft
private typealias APIProblem = ComingFromModels.APIProblem
private let podcasts = ComingFromModels.podcasts

// The snippet of "Coming from AsyncHTTPClient", word for word, and the cells of its table, compiled and run.
@Suite(.permit) struct ComingFromAsyncHTTPClientTests {
    private let server = URL(string: "https://example.org/api")!

    // The snippet creates its Webservice here: over the stub, not over the network.
    private func Webservice(baseURL: URL, policies: [Policy] = []) -> Resourceful.Webservice {
        Resourceful.Webservice(baseURL: baseURL, policies: policies, transport: StubTransport(podcasts))
    }

    @Test func `a list is loaded with a retry, a timeout and a limit`() async throws {
        let webservice = Webservice(baseURL: server, policies: [.retry(upTo: 2)])
        let list = Episode.all.timeout(.seconds(10)).maximumBodySize(1 << 20)
        let episodes = try await webservice.load(list)
        #expect(episodes == [ComingFromModels.plans])
    }

    @Test func `requests and responses`() throws {
        var run = DryRun(baseURL: server, policies: [.followingRedirects(limit: 5)], podcasts)
        let created = Resource<Episode>(json: "episodes").posting(Draft(title: "Policies"))
        #expect(try run.load(created.header("X-App", "podcasts")).id == 8)
        #expect(try run.load(Episode.all.withResponse.map { $1.headerFields.eTag }) == nil)
        let gone = Resource<Episode>(json: "gone").failing(with: APIProblem.self)
        #expect(throws: APIProblem(message: "It was withdrawn.")) { try run.load(gone) }
        _ = Policy.followingRedirects(.none)
    }

    @Test func `a body by lines, and a file`() async throws {
        let webservice = Webservice(baseURL: server)
        var lines: [String] = []
        for try await line in webservice.stream(of: StreamResource<String>(lines: Request("notes.txt"))) {
            lines.append(line)
        }
        #expect(lines == ["On tape"])
        let place = URL(filePath: "/tmp/resourceful-snippet-\(UInt64.random(in: 0 ... .max)).png")
        defer { try? FileManager.default.removeItem(at: place) }
        #expect(try await webservice.download(FileDownload("cover.png"), to: .file(place)).size == 1)
    }

    @Test func `a transport has the client's limits, and errors have their kind`() async throws {
        _ = CurlTransport(connectTimeout: .seconds(3), idleTimeout: .seconds(10))
        _ = CurlTransport(maximumTransfersPerOrigin: 8)
        let late = StubTransport { _ in throw TransportError(.timedOut) }
        let webservice = Resourceful.Webservice(baseURL: server, transport: late)
        let error = try #require(await #expect(throws: LoadError.self) { try await webservice.load(Episode.all) })
        #expect((error.underlyingError as? TransportError)?.kind == .timedOut)
    }
}
