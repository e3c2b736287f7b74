import ExampleSupport
import Resourceful
import ResourcefulDisk
import ResourcefulTesting

let program = ExampleProgram(
    "feed",
    """
    A feed that shows what it has stored, and then what is new. Run it twice: the second run shows the stored
    list first, and keeps it when the server is gone or answers with a failure.
    """,
    options: [
        .init("--server", "up|gone|failing", "how the server is"),
        .init("--folder", "FOLDER", "where the list is stored; one of your caches, unless you say so"),
        .chinese,
    ])

await program.run { words in
    let language = Language(words)
    let messages = language(ErrorMessages.english, .feedInChinese)
    let state = words["--server"] ?? "up"
    guard ["up", "gone", "failing"].contains(state) else { throw UsageError("--server is up, gone or failing") }
    let folder = words["--folder"].map { URL(filePath: $0, directoryHint: .isDirectory) }
    let disk = folder.map { DiskCache(folder: $0) } ?? DiskCache.standard(named: "resourceful-feed")
    let server = try LoopbackServer(state == "failing" ? FeedServer.failing : FeedServer.stubs(in: language))
    if state == "gone" { server.stop() }
    let feed = Webservice.feed(transport: LocalTransport(["api.juejin.cn": server]))
    let model = FeedModel()

    heading(language("The list, from ", "列表，存在 ") + disk.folder.path())
    let list = Dynamic.list(["cursor": "0", "limit": "20", "sort_type": "200"]).onDisk(disk)
    await model.appear(list, from: feed) {
        print(model.status.map { "\($0)" } ?? "")
        print(Table(language(["Post", "Author"], ["沸点", "作者"]), rows: model.list.map { [$0.content, $0.author] }))
    }
    if let failure = model.failure {
        print(language("The server: ", "服务器：") + messages(failure))
        print(language("\(model.list.count) rows are still shown.", "\(model.list.count) 行仍然显示着。"))
    }

    heading(language("Topics, twice: in memory for three minutes", "话题，加载两次：在内存里缓存三分钟"))
    for _ in 1...2 {
        do {
            print(try await feed.load(Topic.recommended.inMemory()).map(\.title))
        } catch {
            print(language("The server: ", "服务器：") + messages(error))
        }
    }

    heading(language("What was sent", "发出的请求"))
    print(server.log.isEmpty ? language("  nothing arrived", "  什么也没收到") : server.log)
}

extension ErrorMessages {
    /// The server's own message, or what has failed.
    static let feedInChinese = ErrorMessages(
        otherwise: "出错了，请稍后再试",
        [.serverMessage, .transport("连不上服务器"), .status(in: 500..<600, "服务器异常"), .stage(.parse, "数据解析失败")])
}
