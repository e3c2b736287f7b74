import ResourcefulTesting
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A number for each load, which doesn't make equal loads different: an option with `sharedFields`.
struct SharedFieldTests {
    private static let api = URL(string: "https://api.example/")!

    private enum RequestID: RequestOption {
        static let defaultValue = ""
        // The last three are secret, so they always count.
        static var sharedFields: [HeaderFields.Name]? { ["X-Request-ID", "Authorization", "Cookie", "X-Api-Key"] }
    }

    private static let numbered = Policy { request, next in
        Plan.random.flatMap { number in
            next(request.option(RequestID.self, "\(number)").header("X-Request-ID", "\(number)"))
        }
    }

    private static let page = Resource<String>(text: Request("page"))

    /// A service that answers when so many requests have come, with a field of the request.
    private static func service(
        _ policies: [Policy], until count: Int, _ name: HeaderFields.Name = "X-Request-ID"
    ) -> (service: Webservice, transport: StubTransport, gate: Gate) {
        let gate = Gate(count)
        let transport = StubTransport { request in
            await gate.pass()
            return Response(
                headerFields: ["Cache-Control": "max-age=60"], body: Data((request.headerFields[name] ?? "").utf8))
        }
        return (Webservice(baseURL: api, policies: policies, transport: transport), transport, gate)
    }

    @Test func `two equal loads with different numbers are one request`() async {
        let numbered = Self.numbered
        let cases: [[Policy]] = [
            [numbered], [.cache(), numbered], [numbered, .cache()], [.retry(upTo: 1), numbered],
        ]
        await checkEach(cases) { policies in
            let (service, transport, gate) = Self.service(policies, until: 2)
            let loads = (0..<5).map { _ in Task { try await service.load(Self.page) } }
            #expect(await eventually { service.waitingCount == 4 }, "\(policies)")
            await gate.pass()
            var values: Set<String> = []
            for load in loads { values.insert(try await load.value) }
            #expect(values.count == 1 && values != [""], "\(policies)")
            #expect(transport.requests.count == 1, "\(policies)")
        }
    }

    @Test func `a canceled leader leaves the request to the next, with its own number`() async throws {
        let sent = Counter()
        let transport = StubTransport { request in
            sent.add()
            return sent.value == 1
                ? try await hang() : Response(body: Data((request.headerFields["X-Request-ID"] ?? "").utf8))
        }
        let service = Webservice(baseURL: Self.api, policies: [Self.numbered], transport: transport)
        let leader = Task { try await service.load(Self.page) }
        #expect(await eventually { sent.value == 1 })
        let follower = Task { try await service.load(Self.page) }
        #expect(await eventually { service.waitingCount == 1 })
        leader.cancel()
        let number = try await follower.value
        await #expect(throws: CancellationError.self) { try await leader.value }
        let numbers = transport.requests.map { $0.headerFields["X-Request-ID"] }
        #expect(numbers.count == 2 && numbers[0] != number && numbers[1] == number)
    }

    @Test func `the cache serves loads with different numbers, unless it sees them and the response has Vary`() throws {
        for (policies, vary, count) in [
            ([Policy.cache(), Self.numbered], nil, 1), ([Self.numbered, .cache()], nil, 1),
            ([.cache(), Self.numbered], "X-Request-ID", 1), ([Self.numbered, .cache()], "X-Request-ID", 3),
        ] {
            var run = DryRun(baseURL: Self.api, policies: policies) { _ in
                var response = Response(headerFields: ["Cache-Control": "max-age=60"])
                response.headerFields["Vary"] = vary
                return response
            }
            for _ in 1...3 { _ = try run.load(Self.page) }
            #expect(run.requests.count == count)
        }
    }

    @Test(arguments: ["Authorization", "Cookie", "X-Api-Key"] as [HeaderFields.Name])
    func `no credential can be shared`(name: HeaderFields.Name) async throws {
        let (service, transport, _) = Self.service([Self.numbered], until: 2, name)
        let users = ["ada", "bob"].map { user in Task { try await service.load(Self.page.header(name, user)) } }
        #expect(try await users[0].value == "ada")
        #expect(try await users[1].value == "bob")
        #expect(transport.requests.count == 2)
    }

    @Test func `an envelope that describes a failure fails all that share the request`() async throws {
        let gate = Gate(2)
        let transport = StubTransport { _ in
            await gate.pass()
            return Response(body: Data(#"{"code": 7, "message": "no"}"#.utf8))
        }
        let service = Webservice(
            baseURL: Self.api, policies: [.inside(Envelope()), Self.numbered], transport: transport)
        let loads = (0..<2).map { _ in Task { try await service.load(Resource<[String]>(json: "list")) } }
        #expect(await eventually { service.waitingCount == 1 })
        await gate.pass()
        for load in loads { await #expect(throws: ServiceError.self) { try await load.value } }
        #expect(transport.requests.count == 1)
    }
}
