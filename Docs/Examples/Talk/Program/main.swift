import ExampleSupport
import Resourceful
import ResourcefulTesting

let program = ExampleProgram(
    "talk",
    """
    A tiny networking layer: resources as static and computed members of their models, one function that
    loads them, JSON read by hand, a list that fails as a whole beside one that leaves out what it can't read.
    """)

await program.run { _ in
    let server = try LoopbackServer(TalkServer.stubs)
    defer { server.stop() }
    let transport = LocalTransport(["localhost": server])
    let webservice = Webservice(baseURL: URL(string: "http://localhost:8000")!, transport: transport)

    heading("Bytes, and what they are read as")
    print(try await webservice.load(Episode.data))
    let episodes = try await webservice.load(Episode.all)
    for episode in episodes { print("\(episode.id)  \(episode.title)") }

    heading("Media of the first one")
    if let first = episodes.first { print(try await webservice.load(first.media)) }

    heading("Found, and posted")
    print(try await webservice.load(Episode.search("Network")).map(\.title))
    print(try await webservice.load(Episode(id: "4", title: "Tiny Networking, Revisited").publication))

    heading("One bad element")
    let broken = Webservice(baseURL: URL(string: "http://localhost:8000/broken")!, transport: transport)
    do {
        _ = try await broken.load(Episode.all)
    } catch let error as LoadError {
        print("all:      \(error.parseFailure.map { "\($0)" } ?? "\(error)")")
    }
    let readable = try await broken.load(Episode.readable)
    print("readable: \(readable.elements.map(\.id)), and \(readable.failures.count) left out")

    heading("What was sent")
    print(server.log)
}
