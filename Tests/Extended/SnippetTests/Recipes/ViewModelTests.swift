import Dispatch
import Foundation
import Observation
import Resourceful
import ResourcefulPages
import ResourcefulProgress
import ResourcefulTesting
import Testing

#if canImport(SwiftUI)
    import SwiftUI
#endif

// The snippets of "SwiftUI and concurrency", word for word, compiled and run.
private nonisolated struct Post: Codable, Sendable, Identifiable, Equatable {
    let id: Int
    let title: String
}

nonisolated extension Post {
    static let pinned = Resource<[Post]>(json: "pinned").cached()

    static let all = Paged(Resource<[Post]>(json: "posts"), next: .link)
}

private extension Webservice {
    static let preview = Webservice(
        baseURL: URL(string: "https://example.org")!,
        transport: StubTransport([
            Stub("pinned").answers(.json([Post(id: 1, title: "Welcome")])),
            Stub("posts").answers(.json([Post(id: 2, title: "Plans")])),
        ]))
}

@MainActor
@Suite(.permit) private struct ViewModelTests {
    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
    @Observable
    @MainActor
    final class PostsModel {
        private(set) var pinned: [Post] = []
        private(set) var posts: [Post] = []
        private(set) var message: String?
        private(set) var hasMore = true
        private var isLoading = false
        private var list = Post.all
        private let webservice: Webservice

        init(_ webservice: Webservice) { self.webservice = webservice }

        /// Shows the stored posts at once, then the server's.
        func showPinned() async {
            await report {
                for try await update in webservice.updates(of: Post.pinned) {
                    pinned = update.value
                }
            }
        }

        /// Shows the next page. Only one page is loaded at a time.
        func showMore() async {
            guard hasMore else { return }
            await show(list, after: posts)
        }

        /// Shows the first page again, and asks the server for it.
        func refresh() async { await show(Post.all.refreshed(), after: []) }

        private func show(_ rest: Paged<Post>, after posts: [Post]) async {
            guard !isLoading else { return }
            isLoading = true
            defer { isLoading = false }
            await report {
                for try await page in webservice.pages(of: rest) {
                    self.posts = posts + page.items
                    let next = try page.next
                    hasMore = next != nil
                    if let next { list.request = next }
                    break
                }
            }
        }

        private func report(_ load: () async throws -> Void) async {
            do {
                try await load()
                message = nil
            } catch is CancellationError {
                // The view has disappeared, so there is nothing to show.
            } catch {
                message = ErrorMessages.english(error)
            }
        }
    }

    #if canImport(SwiftUI)
        @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
        struct PostList: View {
            @State var model: PostsModel

            var body: some View {
                List {
                    ForEach(model.pinned) { post in
                        Label(post.title, systemImage: "pin")
                    }
                    ForEach(model.posts) { post in Text(post.title) }
                    if model.hasMore {
                        ProgressView()
                            .task(id: model.posts.count) { await model.showMore() }
                    }
                }
                .overlay(alignment: .bottom) {
                    if let message = model.message { Text(message) }
                }
                .task { await model.showPinned() }
                .refreshable { await model.refresh() }
            }
        }
    #endif

    private let api = URL(string: "https://example.org")!

    nonisolated private static let server: StubServer = [
        Stub("posts", query: ["page": "2"]).answers(.json([Post(id: 3, title: "Laws")])),
        Stub("posts").answers(
            .json([Post(id: 1, title: "Plans"), Post(id: 2, title: "Values")])
                .headerFields(["Link": "</posts?page=2>; rel=next"])),
        Stub("pinned").answers(.json([Post(id: 9, title: "Welcome")]), .failure(.cannotConnect)),
    ]

    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
    @Test func `pages are appended, and a refresh starts over`() async throws {
        let server = Self.server

        let transport = StubTransport(server)
        let model = PostsModel(Webservice(baseURL: api, transport: transport))
        await model.showMore()
        #expect(model.posts.map(\.id) == [1, 2] && model.hasMore)

        await model.showMore()
        #expect(model.posts.map(\.id) == [1, 2, 3] && !model.hasMore)

        await model.showMore()
        #expect(model.posts.count == 3)
        await model.refresh()
        #expect(model.posts.map(\.id) == [1, 2] && model.hasMore)
        await model.showMore()
        #expect(model.posts.map(\.id) == [1, 2, 3])
    }

    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
    @Test func `only one page is loaded at a time`() async throws {
        let transport = StubTransport(Self.server)
        let model = PostsModel(Webservice(baseURL: api, transport: transport))
        async let first: Void = model.showMore()
        async let second: Void = model.showMore()
        _ = await (first, second)
        #expect(model.posts.map(\.id) == [1, 2] && transport.requests.count == 1)
    }

    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
    @Test func `the stored value stays if the server can't be reached, and views see each change`() async throws {
        let model = PostsModel(Webservice(baseURL: api, transport: StubTransport(Self.server)))
        await confirmation { changed in
            withObservationTracking {
                _ = model.pinned
            } onChange: {
                changed()
            }
            await model.showPinned()
        }
        #expect(model.pinned.map(\.title) == ["Welcome"] && model.message == nil)
        await model.showPinned()
        #expect(model.pinned.map(\.title) == ["Welcome"] && model.message?.isEmpty == false)
    }

    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
    @Test func `a canceled task shows no message, and the next one tries again`() async throws {
        let server = try LoopbackServer(answering: { request in
            let body = Data(#"[{"id": 1, "title": "Plans"}]"#.utf8)
            return request.headerFields["X-Turn"] == nil
                ? .faulty(Response(body: body), .stall(after: 1)) : .response(Response(body: body))
        })
        defer { server.stop() }
        let model = PostsModel(Webservice(baseURL: server.baseURL))
        let task = Task { await model.showMore() }
        while server.requests.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
        task.cancel()
        await task.value
        #expect(model.posts.isEmpty && model.message == nil && model.hasMore)
    }

    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
    @Test func `a preview uses values`() async throws {
        let model = PostsModel(.preview)
        await model.showPinned()
        await model.showMore()
        #expect(model.pinned.map(\.title) == ["Welcome"] && model.posts.map(\.title) == ["Plans"] && !model.hasMore)
    }

    #if os(Linux)
        @Test func `no parse function runs on the main actor, and progress is reported there`() async throws {
            DispatchQueue.main.setSpecific(key: Self.main, value: true)
            defer { DispatchQueue.main.setSpecific(key: Self.main, value: nil) }
            #expect(Self.isMain(), "this test runs there itself")
            let transport = StubTransport { _ in Response(body: Data("[]".utf8)) }
            let policy = Policy { request, next in next(request.header("X-Main", "\(Self.isMain())")) }
            let webservice = Webservice(
                baseURL: api, policies: [.cache(for: .seconds(60)), policy], transport: transport)
            let onMain = Resource(url: URL(string: "posts")!) { (_: Data) in Self.isMain() }
            let mapped = onMain.plan.flatMap { Plan.value($0 || Self.isMain()) }.map { $0 || Self.isMain() }
            for _ in 0..<3 {
                #expect(try await webservice.load(onMain) == false)
                #expect(try await webservice.load(mapped) == false)
                let watched = try await webservice.load(onMain) { _ in #expect(Self.isMain()) }
                #expect(watched == false)
                for try await update in webservice.updates(of: onMain) { #expect(!update.value && Self.isMain()) }
            }
            #expect(transport.requests.count == 1, "the others are read from the cache")
            #expect(transport.requests[0].headerFields["X-Main"] == "false")
        }

        nonisolated private static let main = DispatchSpecificKey<Bool>()

        nonisolated private static func isMain() -> Bool { DispatchQueue.getSpecific(key: main) == true }
    #endif
}
