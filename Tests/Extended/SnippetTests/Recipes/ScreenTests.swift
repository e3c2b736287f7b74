import Foundation
import Resourceful
import ResourcefulDisk
import ResourcefulTesting
import Testing

// The recipes for lists offline, search as you type, and thumbnails, word for word, compiled and run.
private struct Episode: Codable, Equatable, Sendable {
    let id: Int
    let title: String
}

extension Episode {
    static let all = Resource<[Episode]>(json: "episodes.json")
}

extension Episode {
    static func search(_ words: String) -> Plan<[Episode]> {
        let found = Resource<[Episode]>(json: "search").query("q", words)
        return Plan.wait(for: .milliseconds(300)).flatMap { found }
    }
}

extension Episode {
    var thumbnail: Resource<Data> {
        Resource(image: Request("thumbnails/{id}.jpg", ["id": id]))
    }

    static func thumbnails(of episodes: [Episode]) -> Plan<[Data?]> {
        Plan.all(
            episodes.map { $0.thumbnail.recover { _ in nil } }, atOnce: 4)
    }
}

@MainActor
@Suite(.permit) private struct ScreenTests {
    /// Searches for the latest text.
    @MainActor
    final class SearchModel {
        private(set) var results: [Episode] = []
        private var searching: Task<Void, Never>?
        private let webservice: Webservice

        init(_ webservice: Webservice) { self.webservice = webservice }

        func typed(_ words: String) {
            searching?.cancel()
            searching = Task {
                let found = try? await webservice.load(Episode.search(words))
                if let found { results = found }
            }
        }
    }

    nonisolated private static let api = URL(string: "https://api.example.org")!
    private let plans = Episode(id: 1, title: "Plans")
    private let laws = Episode(id: 2, title: "Laws")

    @Test func `a list is available offline, and is marked as old`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "recipes-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        var shown: [String] = []
        func show(_ episodes: [Episode], isOld: Bool) { shown.append("\(episodes.map(\.title)) \(isOld)") }
        func tell(_ message: String) { shown.append(message) }

        for stub in [StubAnswer.json([plans]), .json([plans, laws]), .failure(.cannotConnect)] {
            let (api, transport) = (Self.api, StubTransport([Stub("episodes.json").answers(stub)]))
            let podcast = Webservice(
                baseURL: api, policies: [.cache(in: DiskCache(folder: folder))], transport: transport)

            do {
                for try await update in podcast.updates(of: Episode.all) {
                    show(update.value, isOld: !update.status.isFresh)
                }
            } catch {
                tell(ErrorMessages.english(error))
            }

        }
        let message = ErrorMessages.english(
            LoadError(
                stage: .transport, request: Request(url: Self.api),
                underlyingError: TransportError(.cannotConnect, "")))
        #expect(
            shown == [
                #"["Plans"] false"#, #"["Plans"] true"#, #"["Plans", "Laws"] false"#, #"["Plans", "Laws"] true"#,
                message,
            ])
    }

    @Test func `a search waits for more letters`() throws {
        var run = DryRun(baseURL: Self.api) { _ in Response(body: Data("[]".utf8)) }
        #expect(try run.load(Episode.search("plans")).isEmpty)
        #expect(run.elapsed == .milliseconds(300))
    }

    @Test func `only the latest text is searched for and shown`() async throws {
        let transport = StubTransport { [plans] request in
            Response(body: try JSONEncoder().encode(request.url.query() == "q=plans" ? [plans] : []))
        }
        let model = SearchModel(Webservice(baseURL: Self.api, transport: transport))
        for words in ["p", "pl", "pla", "plan", "plans"] { model.typed(words) }
        while model.results.isEmpty { try await Task.sleep(for: .milliseconds(10)) }
        #expect(model.results == [plans])
        #expect(transport.requests.map { $0.url.query() } == ["q=plans"])
    }

    @Test func `at most four thumbnails are loaded at once, and a missing one is nil`() async throws {
        let underWay = UnderWay()
        let transport = StubTransport { request in
            await underWay.begin()
            try await Task.sleep(for: .milliseconds(20))
            await underWay.end()
            return request.url.lastPathComponent == "3.jpg"
                ? Response(status: 404)
                : Response(headerFields: ["Content-Type": "image/jpeg"], body: Data(request.url.path.utf8))
        }
        let webservice = Webservice(baseURL: Self.api, transport: transport)
        let episodes = (1...12).map { Episode(id: $0, title: "") }

        let thumbnails = try await webservice.load(Episode.thumbnails(of: episodes))

        #expect(thumbnails.count == 12 && thumbnails[2] == nil)
        #expect(thumbnails[11] == Data("/thumbnails/12.jpg".utf8))
        #expect(await underWay.maximum == 4)
    }
}

actor UnderWay {
    private(set) var maximum = 0
    private var count = 0

    func begin() {
        count += 1
        maximum = max(maximum, count)
    }

    func end() { count -= 1 }
}
