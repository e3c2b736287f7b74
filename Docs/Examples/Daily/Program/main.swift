import ExampleSupport
import Resourceful
import ResourcefulTesting

let program = ExampleProgram(
    "daily",
    """
    A reader of daily news: an enumeration of endpoints, signed requests, an indicator and tips for
    all loads, dictionaries, models and lists with holes, a cache for a day, and two requests at once.
    """,
    options: [
        .init("--server", "local|stubs", "over real sockets, or sample data for a service that is not there yet"),
        .chinese,
    ])

await program.run { words in
    let language = Language(words)
    let stubs = DailyServer.stubs(in: language)
    let screen = Screen()
    let daily: Webservice
    var requests: () -> String = { language("  none: the answers are samples", "  没有：用的是示例数据") }
    switch words["--server"] ?? "local" {
    case "local":
        let server = try LoopbackServer(stubs)
        requests = { server.log }
        let transport = LocalTransport(["news-at.zhihu.com": server])
        daily = .daily(DailyServer.key, on: screen, cache: MemoryCache(), transport: transport)
    case "stubs":
        let transport = StubTransport(stubs)
        daily = .daily(DailyServer.key, on: screen, cache: MemoryCache(), transport: transport)
    case let other: throw UsageError("--server is local or stubs, and not \(other)")
    }

    heading(language("A dictionary", "字典"))
    let dictionary: [String: JSON] = try await daily.load(DailyAPI.latest.call())
    print(dictionary.keys.sorted().joined(separator: ", "))

    heading(language("A model, read into a screen", "模型，显示在屏幕上"))
    await screen.show(LatestStories.all, from: daily)
    // The stack ends its text with a Chinese full stop.
    print(language("\(screen.text.dropLast()).", screen.text))

    heading(language("A list with a hole, where the service has sent nonsense", "列表，解析不了的那一项是 nil"))
    for category in try await daily.load(Category.all) { print(category.map { "\($0.id) \($0.name)" } ?? "nil") }

    heading(language("Twice, cached for a day", "加载两次，缓存一天"))
    for _ in 1...2 {
        for try await update in daily.updates(of: DailyAPI.latest.call(isCached: true) as Resource<LatestStories>) {
            print("\(update.value.date): \(update.status)")
        }
        for try await update in daily.updates(of: Category.all.cached(for: .seconds(24 * 60 * 60))) {
            print("\(update.value.count) rubrics: \(update.status)")
        }
    }

    heading(language("Two at once, and one of what they found", "两个请求同时发，再加载其中一篇"))
    let (latest, categories) = try await daily.load(zip(LatestStories.all, Category.all))
    print("\(latest.topStories?.count ?? 0) on top, \(categories.compactMap { $0 }.count) rubrics")
    if let first = latest.topStories?.first { print(try await daily.load(first.article).body) }

    heading(language("What the service refuses becomes a tip", "服务器拒绝时的提示"))
    let missing: Resource<Article> = DailyAPI.story(1).call()
    _ = try? await daily.load(missing)
    await Task.yield()
    print(screen.tips.joined(separator: "\n"))

    heading(language("What was sent", "发出的请求"))
    print(requests())
}
