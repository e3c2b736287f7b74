import Foundation
import Resourceful
import ResourcefulDownloads
import ResourcefulProgress
import ResourcefulTesting
import Testing

#if canImport(SwiftUI)
    import SwiftUI
#endif

// The snippets of "Showing what is loaded", word for word, compiled and run.
private nonisolated struct Episode: Decodable, Sendable, Equatable {
    let id: Int
    let title: String
}

nonisolated extension Episode {
    static let all = Resource<[Episode]>(json: "episodes.json").cached(for: .seconds(180))
}

@MainActor
@Suite(.permit) private struct ShowingTests {
    /// The state of a list of episodes.
    @MainActor
    final class EpisodesModel {
        private(set) var episodes: [Episode] = []
        private(set) var fraction: Double?
        private(set) var failure: String?
        private var refreshing: Task<Void, Never>?
        private let webservice: Webservice

        init(_ webservice: Webservice) { self.webservice = webservice }

        /// Shows the stored value at once, then the new one.
        func appear() async {
            await show {
                for try await update in webservice.updates(of: Episode.all) {
                    episodes = update.value
                }
            }
        }

        /// Loads from the server, whatever is stored, and shows the progress.
        func refresh() async {
            await show {
                episodes = try await webservice.load(Episode.all.refreshed()) {
                    fraction = $0.fraction
                }
            }
            fraction = nil
        }

        /// Refreshes in a new task, as a button's action. Cancels an active one.
        func startRefreshing() {
            refreshing?.cancel()
            refreshing = Task { await refresh() }
        }

        /// Ends the transfers at once. The list stays.
        func cancel() { refreshing?.cancel() }

        private func show(_ load: () async throws -> Void) async {
            do {
                try await load()
                failure = nil
            } catch is CancellationError {
                // The user has left, so there is nothing to show.
            } catch {
                failure = "\(error)"
            }
        }
    }

    #if canImport(SwiftUI)
        @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
        struct EpisodeList: View {
            @State var model: EpisodesModel

            var body: some View {
                List(model.episodes, id: \.id) { Text($0.title) }
                    .overlay { if let fraction = model.fraction { ProgressView(value: fraction) } }
                    .task { await model.appear() }
                    .refreshable { await model.refresh() }
                    .onDisappear { model.cancel() }
            }
        }
    #endif

    private let first = Data(#"[{"id": 1, "title": "Plans"}]"#.utf8)
    private let second = Data(#"[{"id": 1, "title": "Plans"}, {"id": 2, "title": "Laws"}]"#.utf8)

    @Test func `a model shows the stored value, the new one, progress and errors`() async throws {
        let (first, second) = (first, second)
        let server = try LoopbackServer { request in
            switch request.headerFields["X-Request-Number"] {
            case "1": Response(body: first)
            case "2": Response(body: second)
            default: Response(status: 500)
            }
        }
        defer { server.stop() }
        let store = MemoryCache(capacity: 1 << 20)
        func model(_ turn: Int) -> EpisodesModel {
            let turns = Policy.headerFields(["X-Request-Number": "\(turn)"])
            return EpisodesModel(Webservice(baseURL: server.baseURL, policies: [.cache(in: store), turns]))
        }

        let one = model(1)
        await one.appear()
        #expect(one.episodes.map(\.id) == [1] && one.failure == nil)

        let two = model(2)
        await two.appear()
        #expect(two.episodes.map(\.id) == [1], "it is fresh, and the server is not asked")
        await two.refresh()
        #expect(two.episodes.map(\.id) == [1, 2] && two.fraction == nil)

        let three = model(3)
        await three.refresh()
        #expect(three.failure?.contains("500") == true)
        await three.appear()
        #expect(three.failure == nil && three.episodes.map(\.id) == [1, 2])
    }

    @Test func `progress is reported on the caller's actor, from beginning to end`() async throws {
        let body = Data("[".utf8) + Data(repeating: 0x20, count: 300_000) + Data("]".utf8)
        let server = try LoopbackServer { _ in Response(body: body) }
        defer { server.stop() }
        let webservice = Webservice(baseURL: server.baseURL)
        var fractions: [Double] = []
        _ = try await webservice.load(Episode.all, every: .zero) { progress in
            MainActor.assertIsolated()
            fractions.append(progress.fraction ?? 0)
        }
        #expect(fractions.first == 0 && fractions.last == 1 && fractions == fractions.sorted())
        let folder = FileManager.default.temporaryDirectory.appending(path: "showing-\(UInt64.random(in: 0 ... .max))")
        defer { try? FileManager.default.removeItem(at: folder) }
        var last: TransferProgress?
        let recording = FileDownload(url: server.baseURL.appending(path: "a.json"))
        _ = try await webservice.download(recording, to: .folder(folder)) { last = $0 }
        #expect(last?.fraction == 1)
    }

    @Test func `a canceled model shows no error`() async throws {
        let server = try LoopbackServer(answering: { _ in .faulty(Response(body: Data("[]".utf8)), .stall(after: 1)) })
        defer { server.stop() }
        let model = EpisodesModel(Webservice(baseURL: server.baseURL))
        model.startRefreshing()
        while server.requests.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
        model.cancel()
        model.startRefreshing()
        while server.requests.count < 2 { try await Task.sleep(for: .milliseconds(5)) }
        model.cancel()
        while model.fraction != nil { try await Task.sleep(for: .milliseconds(5)) }
        #expect(model.failure == nil && model.episodes.isEmpty)
    }

    @Test func `events arrive on the main actor, in order`() async throws {
        let (console, transport) = (Console(), StubTransport { _ in Response(body: Data("[]".utf8)) })
        let webservice = Webservice(
            observers: [.onMainActor { event in console.lines.append("\(event)") }],
            transport: transport)
        _ = try await webservice.load(Resource<[Episode]>(json: "https://example.org/a"))
        while console.lines.count < 4 { try await Task.sleep(for: .milliseconds(5)) }
        let sent = try #require(console.lines.firstIndex { $0.contains("→") })
        let answered = try #require(console.lines.firstIndex { $0.contains("200") })
        #expect(sent < answered)
    }
}

@MainActor
private final class Console {
    var lines: [String] = []
}
