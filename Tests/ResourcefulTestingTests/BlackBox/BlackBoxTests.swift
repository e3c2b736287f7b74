import ResourcefulDiagnostics
import ResourcefulIdentity
import ResourcefulTesting
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

@Suite struct BlackBoxTests {
    private static let api = URL(string: "https://example.org")!

    private func webservice(
        _ box: BlackBox, policies: [Policy] = [], answers: [Answer] = [], store: MemoryStore = MemoryStore(),
        _ respond: @escaping @Sendable (Request) async throws -> Response
    ) -> Webservice {
        Webservice(
            policies: policies, store: store, answers: answers, observers: [box.observer],
            transport: StubTransport(respond))
    }

    private func load(_ number: Int) -> Resource<Int> {
        Resource(url: Self.api.appending(path: "\(number)")) { try $0.n.int }
    }

    @Test func `only a load that fails leaves a record, and the last ones are kept`() async throws {
        let box = BlackBox(records: 2)
        let webservice = webservice(box) { request in
            request.url.path == "/1" ? Response(body: Data(#"{"n": 1}"#.utf8)) : Response(status: 404)
        }
        _ = try await webservice.load(load(1))
        #expect(box.records.isEmpty)
        for number in 2...4 { _ = try? await webservice.load(load(number)) }
        #expect(box.records.count == 2)
        #expect(box.records.last?.error.contains("https://example.org/4") == true)
        box.clear()
        #expect(box.records.isEmpty)
    }

    @Test func `a canceled load leaves no record`() async throws {
        let box = BlackBox()
        let webservice = webservice(box) { _ in throw CancellationError() }
        await #expect(throws: CancellationError.self) { try await webservice.load(load(1)) }
        #expect(box.records.isEmpty)
    }

    @Test func `a webservice with nothing but boxes makes no events, and others receive theirs`() async throws {
        let (box, recorder) = (BlackBox(), Recorder())
        let webservice = Webservice(
            observers: [box.observer, recorder.observer], transport: StubTransport { _ in Response(status: 500) })
        _ = try? await webservice.load(load(1))
        #expect(box.records.count == 1)
        #expect(recorder.trace.events.count == 4)
        let alone = BlackBox().observer
        alone(recorder.trace.events[0])
    }

    @Test func `two accounts have records of their own loads, without the names of their entries`() async throws {
        let box = BlackBox()
        let webservice = webservice(box) { _ in Response(status: 500) }
        let plan = Plan.write(StoreEntry(data: Data("x".utf8), date: Date()), to: "list").flatMap {
            Plan.read("list").flatMap { _ in self.load(1) }
        }
        for name in ["alice", "bob"] { _ = try? await webservice.account(name).load(plan) }
        #expect(box.records.count == 2)
        for record in box.records {
            var run = try DryRun(from: record)
            _ = try? run.load(plan)
            #expect(run.divergences.isEmpty)
            #expect(!"\(record)".contains("alice") && !"\(record)".contains("bob"))
        }
    }

    @Test func `a record keeps the first and the last effects, and says how many are lost`() async throws {
        let box = BlackBox(effects: 10)
        let webservice = webservice(box) { _ in Response(status: 500) }
        let times = all((0..<100).map { _ in Plan.now }, atOnce: 1).flatMap { _ in self.load(1) }
        _ = try? await webservice.load(times)
        let record = try #require(box.records.first)
        let content = try JSON(parsing: record.data).log._blackBox
        #expect(try content.effects.array.count == 10 && content.runs[0].lost.int > 90)
        #expect(try content.effects.array.last?.kind.string == "exchange")
        #expect("\(record)".contains("effects weren't kept"))
    }

    @Test func `bodies over the limit are replaced by their sizes`() async throws {
        let box = BlackBox(bytes: 100)
        let webservice = webservice(box) { _ in Response(body: Data(repeating: 120, count: 1_000)) }
        _ = try? await webservice.load(load(1))
        let record = try #require(box.records.first)
        #expect(record.data.count < 5_000)
        var run = try DryRun(from: record)
        #expect(throws: LoadError.self) { try run.load(load(1)) }
        #expect("\(run.divergences)".contains("1000 bytes"))
    }

    @Test func `records in memory leave the budget to the loads under way`() async throws {
        let box = BlackBox(bytes: 1_000, records: 100)
        let webservice = webservice(box) { _ in Response(body: Data(repeating: 120, count: 900)) }
        for _ in 0..<30 { _ = try? await webservice.load(load(1)) }
        #expect(box.records.count == 30)
        for record in box.records {
            var run = try DryRun(from: record)
            #expect(throws: LoadError.self) { try run.load(load(1)) }
            #expect(run.divergences.isEmpty)
        }
    }

    @Test func `files are private, few, and have no names from requests`() async throws {
        let folder = URL.temporaryDirectory.appending(path: "box-\(UInt64.random(in: 0 ... .max))")
        defer { try? FileManager.default.removeItem(at: folder) }
        let box = BlackBox(folder: folder, files: 2)
        let webservice = webservice(box) { _ in Response(status: 500) }
        for number in 1...3 { _ = try? await webservice.load(load(number)) }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(names.count == 2)
        for name in names {
            #expect(name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-.".contains($0)) })
            let file = folder.appending(path: name)
            let permissions = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
            #expect(permissions == 0o600)
        }
        let last = try BlackBox(contentsOf: folder.appending(path: names[1]))
        #expect(last.records.first?.error.contains("/3") == true)
    }

    @Test func `a folder that can't be written changes nothing for the load`() async throws {
        let box = BlackBox(folder: URL(filePath: "/dev/null/nowhere"))
        let webservice = webservice(box) { _ in Response(status: 500) }
        await #expect(throws: LoadError.self) { try await webservice.load(load(1)) }
        #expect(box.records.count == 1)
    }

    @Test func `no secret of any place is in a record`() async throws {
        let secrets = (0..<12).map { "c4nary\($0)x9z" }
        let box = BlackBox()
        let store = MemoryStore()
        let date = Date(timeIntervalSinceReferenceDate: 0)
        _ = store.update("settings") { _ in StoreEntry(data: Data(#"{"password": "\#(secrets[0])"}"#.utf8), date: date)
        }
        _ = store.update("api token") { _ in StoreEntry(data: Data(secrets[1].utf8), date: date) }
        _ = store.update("blob") { _ in StoreEntry(data: Data([0xFF, 0xFE, 0x80]) + Data(secrets[2].utf8), date: date) }
        struct Refused: Error { let password: String }
        let webservice = webservice(
            box,
            policies: [.cookies(), .cache(), .bearer(for: Self.api, token: Token(secrets[3])) { _ in throw Failed() }],
            answers: [.to(.number) { throw Refused(password: secrets[4]) }], store: store
        ) { request in
            Response(
                status: request.method == .post ? 400 : 200,
                headerFields: [
                    "Set-Cookie": "id=\(secrets[5]); Path=/", "Cache-Control": "max-age=60", "X-Api-Key": secrets[6],
                ],
                body: Data(#"{"n": 1, "access_token": "\#(secrets[7])", "echo": "\#(secrets[8])"}"#.utf8))
        }
        let url = Self.api.appending(path: "1").appending(queryItems: [URLQueryItem(name: "token", value: secrets[9])])
        let first = Resource<Int>(url: url, headerFields: ["X-Api-Key": secrets[8]]) { try $0.n.int }
        let second = Resource<Int>(
            url: Self.api, method: .post, body: .json(["password": JSON(secrets[10])])
        ) { try $0.n.int }
        let reads = zip(Plan.read("settings"), zip(Plan.read("api token"), Plan.read("blob")))
        let asked = Plan.ask(.number).recover { _ in Plan.value(0) }
        let plan = reads.flatMap { _ in asked }.flatMap { _ in first }.flatMap { _ in first }.flatMap { _ in second }
            .recover { error in Plan<Int>.failure(Refused(password: secrets[11])) }
        _ = try? await webservice.load(plan)
        let record = try #require(box.records.first)
        let text = String(decoding: record.data, as: UTF8.self)
        #expect(text.contains("example.org"))
        for (number, secret) in secrets.enumerated() {
            #expect(!text.contains(secret), "\(number)")
            #expect(!text.contains(Data(secret.utf8).base64EncodedString().prefix(12)), "\(number)")
            #expect(!"\(record) \(record.error)".contains(secret), "\(number)")
        }
    }

    @Test func `a damaged record is an error or is read, and never traps`() async throws {
        let box = BlackBox()
        let server = ArbitraryServer(seed: 1)
        let webservice = webservice(
            box, policies: BlackBoxReplayTests.policies(15), answers: [.to(.number) { 4 }]
        ) { try await server.answer($0) }
        let load = ArbitraryLoad.flatMap(
            .zip(.shared(.send(1), 0), .all([.send(2), .now, .random, .ask, .read(1), .write(1)], limit: 2)),
            .recover(.deadline(.limited(.wait(1), 1), 5), .failure))
        let plan = load.plan.recover { _ in Plan.value(1) }.flatMap { _ in Plan<Int>.failure(Failed()) }
        _ = try? await webservice.load(plan)
        let whole = [UInt8](try #require(box.records.first).data)
        var numbers = SplitMix64(seed: 3)
        var readCount = 0
        let rounds = Effort.rounds(1_000, full: 20_000)
        // The record has the date and random numbers, so how many damaged ones can be read isn't the same each time.
        for round in 0..<20_000 where round < rounds || readCount <= 5 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...3, using: &numbers) {
                let place = Int.random(in: 0..<bytes.count, using: &numbers)
                switch round % 4 {
                case 0: bytes[place] = UInt8.random(in: 0 ... .max, using: &numbers)
                case 1: bytes.removeSubrange(place..<min(bytes.count, place + 8))
                case 2: bytes[place] = UInt8.random(in: 0x30...0x39, using: &numbers)
                default: bytes.insert(contentsOf: [0x39, 0x39, 0x39, 0x39, 0x39, 0x39], at: place)
                }
            }
            guard let record = try? BlackBox.Record(parsing: Data(bytes)), var run = try? DryRun(from: record) else {
                continue
            }
            readCount += 1
            run.answer(.number) { 4 }
            _ = try? run.load(plan)
            _ = ("\(run.divergences)", "\(record)", record.data, run.eventLog)
        }
        #expect(readCount > 5)
    }

    @Test func `a record of a newer version is a clear error`() async throws {
        let text = #"{"log": {"_blackBox": {"version": 2}, "entries": []}}"#
        #expect {
            try BlackBox.Record(parsing: Data(text.utf8))
        } throws: { error in
            "\(error)".contains("format 2")
        }
        #expect(throws: (any Error).self) { try BlackBox.Record(parsing: Data("{}".utf8)) }
        #expect(throws: UnreadableRecord.self) { try DryRun(from: BlackBox()) }
        #expect(throws: RecordingNotFound.self) { try BlackBox("nowhere.box") }
    }

    @Test func `a changed policy diverges where it asks for something else`() async throws {
        let box = BlackBox()
        let retry = Policy.retry(RetryRule(upTo: 2, waits: .constant(.microseconds(1)), budget: nil))
        let webservice = webservice(box, policies: [retry]) { _ in Response(status: 503) }
        _ = try? await webservice.load(load(1))
        let record = try #require(box.records.first)

        var more = try DryRun(
            from: record, policies: [.retry(RetryRule(upTo: 3, waits: .constant(.microseconds(1)), budget: nil))])
        #expect(throws: LoadError.self) { try more.load(load(1)) }
        #expect(more.divergences.contains { $0.asked == "wait 1 µs" && $0.recorded == nil })
        #expect(more.divergences.contains { $0.asked == "GET https://example.org/1" })

        var fewer = try DryRun(from: record)
        #expect(throws: LoadError.self) { try fewer.load(load(1)) }
        #expect(fewer.divergences.filter { $0.recorded == "GET https://example.org/1" && $0.asked == nil }.count == 2)

        var other = try DryRun(
            from: record, policies: [retry, .headerFields(["X-App": "2"])])
        #expect(throws: LoadError.self) { try other.load(load(1)) }
        #expect(other.divergences.first?.asked == "x-app: 2")

        var another = try DryRun(from: record, policies: [retry])
        #expect(throws: LoadError.self) { try another.load(load(2)) }
        #expect("\(another.divergences)".contains("path: recorded /1, asked for /2"))

        var same = try DryRun(from: record, policies: [retry])
        #expect(throws: LoadError.self) { try same.load(load(1)) }
        #expect(same.divergences.isEmpty && same.requests.count == 3)
    }

    @Test func `a divergence says its branch, if it has one`() async throws {
        let box = BlackBox()
        let webservice = webservice(box) { Response(status: $0.url.path == "/2" ? 503 : 200) }
        _ = try? await webservice.load(zip(load(1), load(2)))
        let version = Policy.headerFields(["X-App": "2"])
        var both = try DryRun(from: try #require(box.records.first), policies: [version])
        #expect(throws: LoadError.self) { try both.load(zip(load(1), load(2))) }
        #expect(both.divergences.contains { $0.branch == "1" && "\($0)".contains(" in branch 1, effect 1: ") })

        _ = try? await webservice.load(load(2))
        var one = try DryRun(from: try #require(box.records.last), policies: [version])
        #expect(throws: LoadError.self) { try one.load(load(2)) }
        #expect(
            one.divergences.contains {
                $0.branch.isEmpty && "\($0)".hasSuffix("0 s, effect 1: not recorded, today x-app: 2")
            })
    }

    @Test func `a response from memory that fails to parse is repeated`() async throws {
        let box = BlackBox()
        let webservice = webservice(box, policies: [.cache(for: .seconds(60))]) { _ in
            Response(body: Data(#"{"m": 1}"#.utf8))
        }
        let good = Resource<Int>(url: Self.api.appending(path: "1")) { try $0.m.int }
        _ = try await webservice.load(good)
        _ = try? await webservice.load(load(1))
        var run = try DryRun(from: try #require(box.records.first), policies: [.cache(for: .seconds(60))])
        #expect(throws: LoadError.self) { try run.load(load(1)) }
        #expect(run.divergences.isEmpty && run.requests.isEmpty)
    }
}
