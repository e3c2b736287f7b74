import Foundation
import Resourceful
import ResourcefulDisk
import ResourcefulTesting
import Testing

@testable import feed

/// The fourth stack: one way to ask, a memory cache for a time, and a list that is stored on disk.
@Suite(.permit) struct FeedTests {
    private let parameters = ["cursor": "0", "limit": "20", "sort_type": "200"]

    private struct Folder: ~Copyable {
        let url = URL.temporaryDirectory.appending(path: "feed-\(UUID())", directoryHint: .isDirectory)
        deinit { try? FileManager.default.removeItem(at: url) }

        /// What a new process finds.
        var disk: DiskCache { DiskCache(folder: url) }
        var files: [String] {
            ((try? FileManager.default.contentsOfDirectory(atPath: url.path())) ?? []).filter { $0.count == 64 }
        }
    }

    @Test func `the list and the topics are read out of the service's envelope`() throws {
        let list = Dynamic.list(parameters).inside(.juejin)
        #expect(try list.parse(Data(FeedServer.list.utf8)).map(\.author) == ["小明", "阿强"])
        #expect(try Topic.recommended.inside(.juejin).parse(Data(FeedServer.topics.utf8)).count == 2)
        let error = #expect(throws: ServiceError.self) {
            try list.parse(Data(#"{"err_no": 403, "err_msg": "must login", "data": null}"#.utf8))
        }
        #expect(error?.message == "must login")
    }

    @Test func `three minutes in memory are one modifier, and nothing else changes without it`() async throws {
        let stubs = StubTransport(FeedServer.stubs)
        let feed = Webservice.feed(transport: stubs)
        for _ in 1...3 { #expect(try await feed.load(Topic.recommended).count == 2) }
        #expect(stubs.requests.count == 3)
        for _ in 1...3 { #expect(try await feed.load(Topic.recommended.inMemory()).count == 2) }
        #expect(stubs.requests.count == 4)
        let short = Topic.recommended.inMemory(for: .milliseconds(1)).query("page", "2")
        _ = try await feed.load(short)
        try await Task.sleep(for: .milliseconds(5))
        _ = try await feed.load(short)
        #expect(stubs.requests.count == 6)
    }

    @MainActor @Test func `a new process shows the stored list first, whatever has become of the server`() async throws
    {
        let folder = Folder()
        func appear(_ stubs: StubServer) async -> (shown: [Int], model: FeedModel) {
            let model = FeedModel()
            var shown: [Int] = []
            let list = Dynamic.list(parameters).onDisk(folder.disk)
            let feed = Webservice.feed(transport: StubTransport(stubs))
            await model.appear(list, from: feed) { shown.append(model.list.count) }
            return (shown, model)
        }
        let first = await appear(FeedServer.stubs)
        #expect(first.shown == [2] && first.model.failure == nil && first.model.status?.source != .hit)

        let gone = await appear([Stub(nil, "{+path}").answers(.failure(.cannotConnect))])
        #expect(gone.shown == [2] && gone.model.list.count == 2 && gone.model.status?.source == .hit)
        #expect((gone.model.failure as? LoadError)?.stage == .transport)

        let failing = await appear(FeedServer.failing)
        #expect(failing.shown == [2] && (failing.model.failure as? ServiceError)?.code == 403)

        let empty = #"{"err_no": 0, "data": []}"#
        let changed = await appear([Stub(.post, "recommend_api/v1/short_msg/hot").answers(.text(empty))])
        #expect(changed.shown == [2, 0], "the stored list, and then the new one: \(changed.shown)")
        #expect(await appear(FeedServer.failing).shown == [0], "what is new is stored")
    }

    @Test func `what is stored is found by SHA-256, whatever the order of the parameters`() async throws {
        let folder = Folder()
        let feed = Webservice.feed(transport: StubTransport(FeedServer.stubs))
        let orders: [[String: String]] = [
            ["cursor": "0", "limit": "20", "sort_type": "200"], ["sort_type": "200", "limit": "20", "cursor": "0"],
        ]
        for order in orders { _ = try await feed.load(Dynamic.list(order).onDisk(folder.disk)) }
        #expect(folder.files.count == 1, "\(folder.files)")
        _ = try await feed.load(Dynamic.list(["cursor": "1"]).onDisk(folder.disk))
        #expect(folder.files.count == 2)
    }

    @Test func `a query finds what is kept whatever its order`() async throws {
        let folder = Folder()
        let stubs = StubTransport(FeedServer.stubs)
        let feed = Webservice.feed(transport: stubs)
        let orders = [["a", "b"], ["b", "a"]].map { names in
            names.reduce(Topic.recommended) { topics, name in topics.query(name, "1") }
        }
        #expect(orders[0].request.url != orders[1].request.url)
        for topics in orders { _ = try await feed.load(topics.inMemory()) }
        #expect(stubs.requests.count == 1)
        for topics in orders { _ = try await feed.load(topics.onDisk(folder.disk)) }
        #expect(folder.files.count == 1 && stubs.requests.count == 3, "on disk the server is asked in any case")
    }

    @Test func `what the server forbids to store is in memory for its time, and never on disk`() async throws {
        let folder = Folder()
        let stubs = StubTransport([
            Stub(nil, "{+path}").answers(.text(FeedServer.topics).headerFields(["Cache-Control": "no-store"]))
        ])
        let feed = Webservice.feed(transport: stubs)
        for _ in 1...2 { _ = try await feed.load(Topic.recommended.inMemory()) }
        #expect(stubs.requests.count == 1)
        _ = try await feed.load(Topic.recommended.onDisk(folder.disk))
        #expect(folder.files.isEmpty)
    }

    @Test func `only requests without a body and with parameters are stored`() async throws {
        let folder = Folder()
        let feed = Webservice.feed(transport: StubTransport([Stub(nil, "{+path}").answers(.text(FeedServer.topics))]))
        let file = folder.url.deletingLastPathComponent().appending(path: "upload-\(UUID())")
        try Data("x".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let offline = Caching(.onlyIfCached, lifetime: .seconds(60))
        let upload = Topic.recommended.method(.post).body(.file(file)).onDisk(folder.disk)
        _ = try await feed.load(upload)
        let error = await #expect(throws: LoadError.self) { try await feed.load(upload.cached(offline)) }
        #expect(error?.status == 504)
        let plain = Topic.recommended.query("page", "1").onDisk(folder.disk)
        _ = try await feed.load(plain)
        #expect(try await feed.load(plain.cached(offline)).count == 2)
    }
}
