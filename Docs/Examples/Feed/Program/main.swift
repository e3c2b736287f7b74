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
    ])

await program.run { words in
    let state = words["--server"] ?? "up"
    guard ["up", "gone", "failing"].contains(state) else { throw UsageError("--server is up, gone or failing") }
    let folder = words["--folder"].map { URL(filePath: $0, directoryHint: .isDirectory) }
    let disk = folder.map { DiskCache(folder: $0) } ?? DiskCache.standard(named: "resourceful-feed")
    let server = try LoopbackServer(state == "failing" ? FeedServer.failing : FeedServer.stubs)
    if state == "gone" { server.stop() }
    let feed = Webservice.feed(transport: LocalTransport(["api.juejin.cn": server]))
    let model = FeedModel()

    heading("The list, from \(disk.folder.path())")
    let list = Dynamic.list(["cursor": "0", "limit": "20", "sort_type": "200"]).onDisk(disk)
    await model.appear(list, from: feed) {
        print(model.status.map { "\($0)" } ?? "")
        print(Table(["沸点", "作者"], rows: model.list.map { [$0.content, $0.author] }))
    }
    if let failure = model.failure {
        print("The server: \(ErrorMessages.english(failure))\n\(model.list.count) rows are still shown.")
    }

    heading("Topics, twice: in memory for three minutes")
    for _ in 1...2 {
        do {
            print(try await feed.load(Topic.recommended.inMemory()).map(\.title))
        } catch {
            print("The server: \(ErrorMessages.english(error))")
        }
    }

    heading("What was sent")
    print(server.log.isEmpty ? "  nothing arrived" : server.log)
}
