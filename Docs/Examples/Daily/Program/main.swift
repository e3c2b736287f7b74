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
        .init("--server", "local|stubs", "over real sockets, or sample data for a service that is not there yet")
    ])

await program.run { words in
    let screen = Screen()
    let daily: Webservice
    var requests: () -> String = { "  none: the answers are samples" }
    switch words["--server"] ?? "local" {
    case "local":
        let server = try LoopbackServer(DailyServer.stubs)
        requests = { server.log }
        let transport = LocalTransport(["news-at.zhihu.com": server])
        daily = .daily(DailyServer.key, on: screen, cache: MemoryCache(), transport: transport)
    case "stubs":
        let transport = StubTransport(DailyServer.stubs)
        daily = .daily(DailyServer.key, on: screen, cache: MemoryCache(), transport: transport)
    case let other: throw UsageError("--server is local or stubs, and not \(other)")
    }

    heading("A dictionary")
    let dictionary: [String: JSON] = try await daily.load(DailyAPI.latest.call())
    print(dictionary.keys.sorted().joined(separator: ", "))

    heading("A model, read into a screen")
    await screen.show(LatestStories.all, from: daily)
    print(screen.text)

    heading("A list with a hole, where the service has sent nonsense")
    for category in try await daily.load(Category.all) { print(category.map { "\($0.id) \($0.name)" } ?? "nil") }

    heading("Twice, cached for a day")
    for _ in 1...2 {
        for try await update in daily.updates(of: DailyAPI.latest.call(isCached: true) as Resource<LatestStories>) {
            print("\(update.value.date): \(update.status)")
        }
        for try await update in daily.updates(of: Category.all.cached(for: .seconds(24 * 60 * 60))) {
            print("\(update.value.count) rubrics: \(update.status)")
        }
    }

    heading("Two at once, and one of what they found")
    let (latest, categories) = try await daily.load(zip(LatestStories.all, Category.all))
    print("\(latest.topStories?.count ?? 0) on top, \(categories.compactMap { $0 }.count) rubrics")
    if let first = latest.topStories?.first { print(try await daily.load(first.article).body) }

    heading("What the service refuses becomes a tip")
    let missing: Resource<Article> = DailyAPI.story(1).call()
    _ = try? await daily.load(missing)
    await Task.yield()
    print(screen.tips.joined(separator: "\n"))

    heading("What was sent")
    print(requests())
}
