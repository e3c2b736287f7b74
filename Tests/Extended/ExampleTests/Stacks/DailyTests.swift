import Foundation
import Resourceful
import ResourcefulIdentity
import ResourcefulTesting
import Testing

@testable import daily

/// The first stack: an enumeration of endpoints, plug-ins, promises, models and a cache that expires.
@Suite(.permit) struct DailyTests {
    private static let base = URL(string: "https://news-at.zhihu.com/api/4")!
    private static let sign = Policy.signing(for: base, with: DailyServer.key.sign)

    private func run(policies: [Policy] = [sign]) -> DryRun {
        DryRun(baseURL: Self.base, policies: policies, DailyServer.stubs)
    }

    @Test func `an answer is read as a dictionary, a model, and a list with a hole`() throws {
        let latest = Data(DailyServer.latest.utf8)
        let dictionary: Resource<[String: JSON]> = DailyAPI.latest.call()
        #expect(try dictionary.parse(latest)["date"] == "20180117")
        let model = try LatestStories.all.parse(latest)
        #expect(model.stories?.map(\.id) == [9_666_049, 9_665_994])
        #expect(model.topStories?.first?.image == "https://pic2.zhimg.com/v2-3.jpg")
        #expect(model.stories?.first?.image == nil && model.stories?.first?.images?.count == 1)
        let categories = try Category.all.parse(Data(DailyServer.categories.utf8))
        #expect(categories == [Category(id: 1, name: "电影日报"), nil, Category(id: 3, name: "大公司日报")])
    }

    @Test func `the endpoints are an enumeration, and the same as members of what they answer`() throws {
        #expect(LatestStories.all.request == DailyAPI.latest.asRequest.header("Accept", nil))
        var run = run()
        let latest = try run.load(LatestStories.all)
        let story = try #require(latest.topStories?.first)
        #expect(try run.load(story.article).title == story.title)
        let paths = run.requests.map { $0.url.path() }
        #expect(paths == ["/api/4/news/latest", "/api/4/news/9666049"], "the base URL keeps its path")
    }

    @Test func `each request has a signature of its own, by nonce, time and key`() throws {
        var run = run()
        run.start = Date(timeIntervalSince1970: 1_516_118_400)
        _ = try run.load(zip(LatestStories.all, LatestStories.all))
        let queries = run.requests.map { Query(parsing: $0.url.query() ?? "") }
        #expect(queries.map { $0.values(of: "timestamp") } == [["1516118400"], ["1516118400"]])
        #expect(queries.allSatisfy { $0.values(of: "key") == ["app"] })
        #expect(Set(queries.compactMap { $0.values(of: "nonce").first }).count == 2)
        #expect(Set(queries.compactMap { $0.values(of: "signature").first }).count == 2)
        #expect(run.requests.allSatisfy(DailyServer.isSigned))
        // Nobody else gets one.
        let other = Request(url: URL(string: "https://example.org/")!)
        var outside = DryRun(policies: [Self.sign]) { _ in Response() }
        _ = try outside.load(Resource<Data>(other))
        #expect(outside.requests.first?.url == other.url)
    }

    @Test func `the cache is for a day, at the call that asks for it, of what could be read`() throws {
        var answers = [#"{"date": 1}"#, DailyServer.latest, DailyServer.latest]
        var run = DryRun(baseURL: Self.base, policies: [.cache(in: MemoryCache(), Caching(.never))]) { _ in
            .json(answers.removeFirst())
        }
        let cached: Resource<LatestStories> = DailyAPI.latest.call(isCached: true)
        #expect(throws: LoadError.self) { try run.load(cached) }
        _ = try run.load(cached)
        _ = try run.load(cached)
        #expect(run.requests.count == 2, "what could not be read is not kept, and what could be is")
        _ = try run.load(Plan<Void>.wait(for: .seconds(86_401)))
        _ = try run.load(cached)
        #expect(run.requests.count == 3, "after a day it is asked for again")
    }

    @Test func `a cached list with holes is one modifier, and is signed and kept as any answer`() throws {
        var run = run(policies: [.cache(in: MemoryCache(), Caching(.never)), Self.sign])
        let cached = Category.all.cached(for: .seconds(86_400))
        for _ in 1...2 { #expect(try run.load(cached).count == 3) }
        #expect(run.requests.count == 1, "a nonce of its own does not make it another request")
        _ = try run.load(Category.all)
        #expect(run.requests.count == 2 && run.requests.allSatisfy { $0.url.path() == "/api/4/navigations" })
    }

    @Test func `a dictionary and a model of one endpoint share what is kept`() throws {
        var run = run(policies: [.cache(in: MemoryCache(), Caching(.never)), Self.sign])
        let dictionary: Resource<[String: JSON]> = DailyAPI.latest.call(isCached: true)
        let model: Resource<LatestStories> = DailyAPI.latest.call(isCached: true)
        #expect(try run.load(dictionary)["date"] == "20180117")
        #expect(try run.load(model).date == "20180117")
        #expect(run.requests.count == 1)
    }

    @Test func `a body that isn't a dictionary, and a refused list, are errors and never a crash`() throws {
        let dictionary: Resource<[String: JSON]> = DailyAPI.latest.call()
        for text in ["[]", "null", "", "nonsense"] {
            #expect(throws: LoadError.self) { try dictionary.parse(Data(text.utf8)) }
        }
        let refusal = Response(status: 403, body: Data(#"{"status": 403, "error_msg": "请先登录"}"#.utf8))
        let error = try #require(throws: DailyProblem.self) { try Category.all.value(from: refusal) }
        #expect(ErrorMessages.daily(error) == "请先登录")
    }

    @Test func `the service's own message becomes the tip, and ours where it has none`() throws {
        func tip(_ respond: @escaping (Request) throws -> Response) throws -> String {
            var run = DryRun(baseURL: Self.base, respond)
            let error = try #require(throws: (any Error).self) { try run.load(LatestStories.all) }
            return ErrorMessages.daily(error)
        }
        let refusal = Data(#"{"status": 404, "error_msg": "没有这篇文章"}"#.utf8)
        #expect(try tip { _ in Response(status: 404, body: refusal) } == "没有这篇文章")
        #expect(try tip { _ in Response(status: 503) } == "服务器异常")
        #expect(try tip { _ in throw TransportError(.connectionLost, "") } == "网络不可用")
        #expect(try tip { _ in Response(body: Data("[".utf8)) } == "数据解析失败")
        #expect(try tip { _ in Response(status: 302) } == "出错了，请稍后再试")
    }

    @MainActor @Test func `firstly, then, always and catch, with an indicator and tips for all loads`() async throws {
        let screen = Screen()
        let stubs = StubTransport(DailyServer.stubs)
        let daily = Webservice.daily(DailyServer.key, on: screen, cache: MemoryCache(), transport: stubs)
        await screen.show(LatestStories.all, from: daily)
        #expect(screen.text == "小事 · 一个人的旅行 / 为什么猫喜欢纸箱？。")
        #expect(stubs.requests.first?.headerFields["Content-Type"] == "application/json")
        #expect(screen.tips.isEmpty)

        let unsigned = DailyKey(name: "other", secret: "wrong")
        let refused = Webservice.daily(unsigned, on: screen, cache: MemoryCache(), transport: stubs)
        await screen.show(LatestStories.all, from: refused)
        #expect(screen.text == "没有数据。")
        for _ in 0..<1_000 where screen.tips.isEmpty || screen.isLoading { await Task.yield() }
        #expect(screen.tips == ["没有这篇文章"] && !screen.isLoading)
    }

    @MainActor @Test func `a screen that is gone is held by nothing but what is on its way`() async throws {
        var screen: Screen? = Screen()
        weak let released = screen
        if let screen {
            let stubs = StubTransport(DailyServer.stubs)
            let daily = Webservice.daily(DailyServer.key, on: screen, cache: MemoryCache(), transport: stubs)
            await screen.show(LatestStories.all, from: daily)
        }
        screen = nil
        for _ in 0..<1_000 where released != nil { await Task.yield() }
        #expect(released == nil)
    }

    @MainActor @Test func `the indicator is shown while anything is loaded`() async throws {
        let screen = Screen()
        let held = Held()
        let daily = Webservice.daily(
            DailyServer.key, on: screen, cache: MemoryCache(),
            transport: StubTransport { _ in
                await held.wait()
                return .json(DailyServer.latest)
            })
        let loads = (0..<2).map { _ in Task { try await daily.load(LatestStories.all.alone()) } }
        while !screen.isLoading { await Task.yield() }
        await held.open()
        for load in loads { _ = try await load.value }
        while screen.isLoading { await Task.yield() }
        #expect(screen.tips.isEmpty)
    }
}

/// Holds answers back until it is opened.
private actor Held {
    private var isOpen = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func wait() async {
        if !isOpen { await withCheckedContinuation { waiting.append($0) } }
    }

    func open() {
        isOpen = true
        for continuation in waiting { continuation.resume() }
        waiting = []
    }
}

extension Response {
    /// JSON, as text.
    static func json(_ text: String) -> Response {
        Response(headerFields: ["Content-Type": "application/json"], body: Data(text.utf8))
    }
}
