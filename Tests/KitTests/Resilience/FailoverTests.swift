import ResourcefulResilience
import ResourcefulTesting
import Testing

struct FailoverTests {
    private static let hosts = ["a", "b", "c"].map { URL(string: "https://\($0).example.org")! }
    private static let request = Request(url: URL(string: "https://a.example.org/x//y%2F?q=%20#f")!)

    private func hosts(_ run: DryRun) -> String { run.requests.map { String($0.url.host()!.prefix(1)) }.joined() }

    private func decisions(_ run: DryRun) -> [String] {
        run.events.compactMap { if case .decided(let decision) = $0.kind { decision.description } else { nil } }
    }

    /// A run in which some hosts answer with 503.
    private func run(down: @escaping () -> String) -> DryRun {
        DryRun(policies: [.failover(among: Self.hosts)]) { request in
            Response(status: down().contains(request.url.host()!.prefix(1)) ? 503 : 200)
        }
    }

    @Test func `the next host is asked for the same`() throws {
        var run = run { "ab" }
        #expect(try run.load(Plan.send(Self.request)).status == 200)
        #expect(
            run.requests.map(\.url.absoluteString) == [
                "https://a.example.org/x//y%2F?q=%20#f", "https://b.example.org:443/x//y%2F?q=%20#f",
                "https://c.example.org:443/x//y%2F?q=%20#f",
            ])
        #expect(
            decisions(run) == [
                "failover: https://a.example.org:443: 503 Service Unavailable, trying https://b.example.org:443",
                "failover: https://b.example.org:443: 503 Service Unavailable, trying https://c.example.org:443",
            ])
    }

    @Test func `the host that serves is remembered, and the first one tried again after a while`() throws {
        var down = "ab"
        var run = run { down }
        for _ in 0..<3 { _ = try run.load(Plan.send(Self.request)) }
        #expect(hosts(run) == "abc" + "c" + "c")
        _ = try run.load(Plan.wait(for: .seconds(60)))
        for _ in 0..<2 { _ = try run.load(Plan.send(Self.request)) }
        #expect(hosts(run) == "abccc" + "ac" + "c", "one load tries it, and it is still down")
        down = ""
        _ = try run.load(Plan.wait(for: .seconds(60)))
        for _ in 0..<2 { _ = try run.load(Plan.send(Self.request)) }
        #expect(hosts(run) == "abcccacc" + "a" + "a")
        #expect(run.store.isEmpty)
    }

    @Test func `of many at once one tries the first again`() throws {
        var run = run { "a" }
        _ = try run.load(Plan.send(Self.request))
        _ = try run.load(Plan.wait(for: .seconds(61)))
        _ = try run.load(all((0..<6).map { _ in Plan.send(Self.request.alone()) }))
        #expect(hosts(run).dropFirst(2).filter { $0 == "a" }.count == 1)
        #expect(run.requests.count == 2 + 7)
    }

    @Test func `whatever is down, each host is asked at most once, and one that serves is found`() throws {
        for remembered in 0..<3 {
            for mask in 0..<8 {
                var down = String("abc".prefix(remembered))
                var run = run { down }
                _ = try run.load(Plan.send(Self.request))
                let before = run.requests.count
                down = String("abc".enumerated().filter { mask >> $0.offset & 1 == 1 }.map(\.element))
                let response = try run.load(Plan.send(Self.request))
                let asked = hosts(run).dropFirst(before)
                #expect(response.status == (mask == 7 ? 503 : 200))
                #expect(Set(asked).count == asked.count)
                if mask < 7 { #expect(!down.contains(try #require(asked.last))) }
            }
        }
    }

    @Test func `an error of the transport switches, one of the request does not`() throws {
        var run = DryRun(policies: [.failover(among: Self.hosts)]) { request in
            if request.url.host() == "a.example.org" { throw TransportError(.cannotResolveHost, "no such host") }
            return Response()
        }
        _ = try run.load(Plan.send(Self.request))
        #expect(hosts(run) == "ab")
        let unsendable = Self.request.header("Content-Length", "1")
        #expect(throws: LoadError.self) { try run.load(Plan.send(unsendable)) }
        #expect(hosts(run) == "ab")
    }

    @Test func `the statuses can be chosen`() throws {
        let policy = Policy.failover(among: Self.hosts, on: .status(403, 502))
        for status in [403, 502, 500, 503, 404] as [Response.Status] {
            var run = DryRun(policies: [policy]) { _ in Response(status: status) }
            #expect(try run.load(Plan.send(Self.request)).status == status)
            #expect(hosts(run) == (status == 403 || status == 502 ? "abc" : "a"))
        }
    }

    @Test func `what might be done twice is not sent twice, but the next load begins elsewhere`() throws {
        var request = Self.request
        request.method = .post
        var run = run { "a" }
        #expect(try run.load(Plan.send(request)).status == 503)
        #expect(try run.load(Plan.send(request)).status == 200)
        #expect(hosts(run) == "ab")
        #expect(decisions(run).first?.contains("from the next load on: POST isn't idempotent") == true)
        run = self.run { "a" }
        #expect(try run.load(Plan.send(request.idempotencyKey())).status == 200)
        #expect(Set(run.requests.map { $0.headerFields["Idempotency-Key"] }).count == 1)
    }

    @Test(arguments: [(TransportError.Kind.cannotResolveHost, "ab"), (.cannotConnect, "ab"), (.connectionLost, "a")])
    func `what can't have arrived is sent to the next host`(kind: TransportError.Kind, expected: String) throws {
        var run = DryRun(policies: [.failover(among: Self.hosts)]) { request in
            if request.url.host() == "a.example.org" { throw TransportError(kind, "no") }
            return Response()
        }
        var request = Self.request
        request.method = .post
        _ = try? run.load(Plan.send(request))
        #expect(hosts(run) == expected)
    }

    @Test func `credentials go to listed hosts alone, and requests to others are left alone`() throws {
        var run = DryRun(policies: [.failover(among: Self.hosts)]) { request in
            switch request.url.host() {
            case "a.example.org": Response(status: 503)
            case "b.example.org": Response(status: 307, headerFields: ["Location": "https://elsewhere.example.org/"])
            default: Response(status: 503)
            }
        }
        let request = Self.request.header("Authorization", "secret").header("Host", "a.example.org")
        _ = try run.load(Plan.send(request))
        #expect(hosts(run) == "abec")
        #expect(run.requests.map { $0.headerFields["Authorization"] } == ["secret", "secret", nil, "secret"])
        #expect(run.requests.map { $0.headerFields.contains("Host") } == [true, false, false, false])
        let sent = run.requests.count
        _ = try run.load(Plan.send(Request(url: URL(string: "https://elsewhere.example.org/")!)))
        #expect(run.requests.count == sent + 1)
    }

    @Test func `a list that makes no sense fails the load at the request stage`() {
        let cases: [[String]] = [
            [], ["https://a.example.org/path"], ["https://a.example.org", "https://A.example.org:443/"],
            ["http://a.example.org", "https://b.example.org"], ["ftp://a.example.org"], ["a.example.org"],
            ["https://a.example.org?x"], ["https://user@a.example.org"], ["https://a.example.org#f"],
        ]
        for hosts in cases {
            var run = DryRun(policies: [.failover(among: hosts.map { URL(string: $0)! })]) { _ in Response() }
            let error = #expect(throws: LoadError.self, "\(hosts)") { try run.load(Plan.send(Self.request)) }
            #expect(error?.stage == .request, "\(hosts)")
            #expect(run.requests.isEmpty, "\(hosts)")
        }
    }
}
