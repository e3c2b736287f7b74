import ResourcefulDownloads
import ResourcefulTesting
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Whatever a Webservice does, a dry run does alike, without a network.
struct EntryPointTests {
    private static let base = URL(string: "https://example.org/api")!

    /// What goes wrong, after a number of requests.
    private typealias World = (name: String, after: Int, failure: StubAnswer)

    private static let worlds: [World] = [
        ("nothing fails", .max, .status(200)),
        ("the first request is refused", 0, .status(503)),
        ("the second request is refused", 1, .json(["message": "later"], status: 503)),
        ("the second request is lost", 1, .failure(.connectionLost)),
        ("the third request is lost", 2, .failure(.connectionLost)),
        ("the second response is cut", 1, .text("[1, ")),
        ("there is no server", 0, .failure(.cannotConnect)),
    ]

    private static func server(_ world: World) -> StubServer {
        let (_, after, failure) = world
        let failing = StubServer(state: 0) { _, count in
            count += 1
            return count > after ? failure : nil
        }
        let fields: HeaderFields = ["Cache-Control": "max-age=0", "ETag": #""7""#]
        let linked = fields.merging(defaults: ["Link": #"<list?page=2>; rel="next""#])
        let file = Data(repeating: 7, count: 1_000)
        return failing + [
            Stub("list", query: ["page": "1"]).answers(.json([1, 2], headerFields: linked)),
            Stub("list", query: ["page": "2"]).answers(.json([3], headerFields: fields)),
            Stub("lines").answers(.text("one\ntwo\n", mediaType: "text/plain").inPieces(of: 3)),
            Stub(.post, "upload").answers(.status(201)),
            Stub("file").answers(
                .data(file, headerFields: ["ETag": #""1""#, "Content-Length": "1000"]).inPieces(of: 300)),
        ]
    }

    private static func text(_ request: Request) -> String { "\(request) \(request.headerFields)" }

    private static func text(_ error: any Error) -> String {
        "\(error)".replacing(#/[0-9.]+ m?s\b/#, with: "a time")
    }

    @Test func `a dry run shows what a Webservice shows, and sends what it sends`() async {
        for entry in EntryPoint.all {
            await checkEach(Self.worlds) { world in
                let transport = StubTransport(Self.server(world))
                let webservice = Webservice(baseURL: Self.base, policies: [.cache()], transport: transport)
                var run = DryRun(baseURL: Self.base, policies: [.cache()], Self.server(world))
                let (liveFolder, dryFolder) = (DownloadFolder(), DownloadFolder())
                // Twice: the second time, something may be stored.
                for _ in 1...2 {
                    let (live, dry) = (Shown(), Shown())
                    do {
                        try await entry.live(webservice, .file(liveFolder.file), live)
                    } catch {
                        live.add(Self.text(error))
                    }
                    do {
                        try entry.dry(&run, .file(dryFolder.file), dry)
                    } catch {
                        dry.add(Self.text(error))
                    }
                    #expect(dry.all == live.all, "\(entry), if \(world.name)")
                }
                let isPrefetching = entry.description.hasPrefix("items")
                let sent = (run.requests.map(Self.text), transport.requests.map(Self.text))
                if !isPrefetching { #expect(sent.0 == sent.1, "\(entry), if \(world.name)") }
            }
        }
    }

    /// What makes another Webservice, or says what it is; and what keeps a write, whose answer another call reads.
    private static let others: Set = [
        "account(_:)", "lasting(_:)", "metered(by:)", "outbox(_:)", "submit(_:as:in:showing:)",
    ]

    @Test func `every function of Webservice in the lists of public names is in the table, and no other`() throws {
        let lists = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Docs/API")
        let files = try FileManager.default.contentsOfDirectory(atPath: lists.path)
        let lines = try files.flatMap { file in
            try String(contentsOf: lists.appending(path: file), encoding: .utf8).split(separator: "\n")
        }
        let functions = lines.filter { $0.hasPrefix("Webservice | func ") }.map { Self.name(of: $0.dropFirst(18)) }
        #expect(functions.count > 20)
        #expect(functions.filter { !Self.others.contains($0) }.sorted() == EntryPoint.all.map(\.description).sorted())
    }

    /// The name of a function with the labels of its parameters.
    private static func name(of declaration: Substring) -> String {
        let text = declaration.replacing("->", with: "")
        var (name, depth, label, isLabel) = (text.prefix { $0 != "(" && $0 != "<" } + "(", 0, "", true)
        for character in text where depth > 0 || character == "(" {
            switch character {
            case ")" where depth == 1: return String(name) + ")"
            case "(", "[", "<": depth += 1
            case ")", "]", ">": depth -= 1
            case "," where depth == 1: (label, isLabel) = ("", true)
            case ":" where depth == 1 && isLabel:
                name += "\(label.split(separator: " ").first ?? "_"):"
                isLabel = false
            default: if depth == 1 { label.append(character) }
            }
        }
        return String(name)
    }

    @Test func `the name of a function is read from its declaration`() {
        let load = "load<V>(_ l: some L<V>, every i: D = .a(1), p t: @escaping (P) -> Void) async throws -> V"
        #expect(Self.name(of: Substring(load)) == "load(_:every:p:)")
        #expect(Self.name(of: "cookies() async -> CookieJar") == "cookies()")
    }
}
