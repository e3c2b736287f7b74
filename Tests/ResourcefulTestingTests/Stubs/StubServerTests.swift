import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct StubServerTests {
    private static let counter = StubServer(state: 0) { request, count in
        guard request.url.path().hasSuffix("/count") else { return nil }
        count += 1
        return .text("\(count)", mediaType: "text/plain")
    }

    private static let server: StubServer =
        counter + [
            Stub(Episode.all, returning: Episode.two),
            Stub("episodes/{id}.json").answers { .json(["id": $0["id"]]) },
            Stub("later").answers(.text("first").after(.seconds(5)), .text("second")),
            Stub("lost").answers(.failure(at: .transport)), Stub("refused").answers(.failure(at: .status)),
            Stub("cut").answers(.failure(at: .parse)),
        ]

    private static let plans: [Plan<String>] = [
        text("count").plan, text("count").plan, text("later").plan, text("later").plan,
        Episode.all.flatMap { $0[1].media }.map { "\($0)" },
        text("refused").plan,
        Resource<[Episode]>(json: URL(string: "cut")!).map { "\($0)" }.plan, text("lost").plan,
    ]

    private static func outcomes(_ load: (Plan<String>) async throws -> String) async -> [String] {
        var outcomes: [String] = []
        for plan in plans {
            do {
                outcomes.append(try await load(plan))
            } catch {
                outcomes.append((error as? LoadError).map { "\($0.stage)" } ?? "\(error)")
            }
        }
        return outcomes
    }

    private static let expected = [
        "1", "2", "first", "second", #"["id": "2"]"#, "status", "parse", "transport",
    ]

    @Test func `one value answers alike under DryRun, under a Webservice, and again`() async throws {
        for _ in 0..<2 {
            var run = DryRun(baseURL: api, Self.server)
            #expect(await Self.outcomes { try run.load($0) } == Self.expected)
            #expect(run.elapsed == .seconds(5))
            let transport = StubTransport(Self.server)
            let webservice = Webservice(baseURL: api, transport: transport)
            #expect(await Self.outcomes { try await webservice.load($0) } == Self.expected)
            #expect(transport.requests == run.requests)
        }
    }

    @Test func `a function's state changes only when it answers`() throws {
        struct Refusal: Error {}
        let server = StubServer(state: 0) { request, count in
            count += 1
            if request.url.lastPathComponent == "fail" { throw Refusal() }
            return .text("\(count)")
        }
        var run = DryRun(baseURL: api, server)
        #expect(try run.load(text("a")) == "1")
        let error = #expect(throws: LoadError.self) { try run.load(text("fail")) }
        #expect(error?.underlyingError is Refusal)
        #expect(error?.stage == .transport)
        #expect(try run.load(text("a")) == "2")
    }

    @Test func `what takes time takes virtual time, and other branches continue meanwhile`() throws {
        var run = DryRun(
            baseURL: api, [Stub("a").answers(.text("a").after(.seconds(3))), Stub("b").answers(.text("b"))])
        let later = text("b").flatMap { _ in Plan<Void>.wait(for: .seconds(1)) }.flatMap { text("b") }
        #expect(try run.load(zip(text("a"), later)) == ("a", "b"))
        #expect(run.elapsed == .seconds(3))
        #expect(run.requests.map(\.url.lastPathComponent) == ["a", "b", "b"])
        #expect(run.events.last?.time == .seconds(3))
        guard case .received(200, from: let request)? = run.events.last?.kind else {
            Issue.record("\(run.events)")
            return
        }
        #expect(request.url.lastPathComponent == "a")
    }

    @Test func `an answer that takes longer than the request has fails as a timeout does`() async throws {
        let server: StubServer = [Stub("slow").answers(.text("late").after(.seconds(30)))]
        var resource = text("slow")
        resource.request.timeout = .seconds(20)
        var run = DryRun(baseURL: api, server)
        let error = #expect(throws: LoadError.self) { try run.load(resource) }
        #expect((error?.underlyingError as? TransportError)?.kind == .timedOut)
        #expect(run.elapsed == .seconds(20))
        let webservice = Webservice(baseURL: api, transport: StubTransport(server))
        let live = await #expect(throws: LoadError.self) { try await webservice.load(resource) }
        #expect((live?.underlyingError as? TransportError)?.kind == .timedOut)
    }

    @Test func `of many at once each gets one answer`() async throws {
        let first = StubAnswer.text("0")
        let server: StubServer = [
            Stub(.post, "a").answers(first, .text("1"), .text("2"), .text("3"), .text("4"), .text("5"))
        ]
        let webservice = Webservice(baseURL: api, transport: StubTransport(server))
        let texts = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<6 { group.addTask { try await webservice.load(text("a", .post)) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(texts.sorted() == ["0", "1", "2", "3", "4", "5"])
    }

    @Test func `any list of stubs answers as its model does`() throws {
        var numbers = SplitMix64(seed: 9)
        for _ in 0..<50 {
            let rows = (0..<Int.random(in: 0...5, using: &numbers)).map { index in
                (
                    path: ["a", "b", "{x}"].randomElement(using: &numbers) ?? "a",
                    limit: Int.random(in: 0...3, using: &numbers),
                    answers: ["\(index)-1", "\(index)-2"].prefix(.random(in: 1...2, using: &numbers))
                )
            }
            let server = StubServer(
                rows.map { row in
                    let answers = row.answers.map { StubAnswer.text($0) }
                    let stub = Stub(row.path)
                    return (answers.count == 1 ? stub.answers(answers[0]) : stub.answers(answers[0], answers[1]))
                        .atMost(row.limit)
                })
            var counts = rows.map { _ in 0 }
            var run = DryRun(baseURL: api, server)
            for _ in 0..<10 {
                let path = ["a", "b", "c"].randomElement(using: &numbers) ?? "a"
                let index = rows.indices.first {
                    [path, "{x}"].contains(rows[$0].path) && counts[$0] < rows[$0].limit
                }
                var expected: String?
                if let index {
                    counts[index] += 1
                    expected = rows[index].answers[min(counts[index], rows[index].answers.count) - 1]
                }
                #expect(expected == (try? run.load(text(path))))
            }
        }
    }

    @Test(arguments: [LoadError.Stage.request, .transport, .status, .parse])
    func `every stage can fail`(stage: LoadError.Stage) throws {
        var run = DryRun(baseURL: api, policies: [.retry()], [Stub(Episode.all).answers(.failure(at: stage))])
        let error = #expect(throws: LoadError.self) { try run.load(Episode.all) }
        #expect(error?.stage == stage)
    }

    @Test func `answers are responses with their media types and fields`() throws {
        let resource = Resource<Response>(Request(url: URL(string: "a")!)) { $0 }.validating(.any)
        let answers: [(StubAnswer, Response)] = [
            (.json([1]), Response(headerFields: ["Content-Type": "application/json"], body: Data("[1]".utf8))),
            (.status(204, headerFields: ["X-A": "b"]), Response(status: 204, headerFields: ["X-A": "b"])),
            (.data(Data([1])), Response(body: Data([1]))),
            (
                .text("x", mediaType: "text/csv", status: 201).headerFields(["content-type": "a/b"]),
                Response(status: 201, headerFields: ["Content-Type": "a/b"], body: Data("x".utf8))
            ),
        ]
        for (answer, response) in answers {
            var run = DryRun(baseURL: api, [Stub("a").answers(answer)])
            var response = response
            response.url = URL(string: "https://example.org/api/a")
            #expect(try run.load(resource) == response)
        }
        let unwritable = #expect(throws: LoadError.self) { try answer([Stub("a").answers(.json(Double.nan))], "a") }
        #expect(unwritable?.stage == .request)
    }
}
