import Foundation
import ResourcefulLab
import TestSupport
import Testing

struct WaterfallTests {
    /// Texts that need escaping, are long, or have other origins.
    private static let places = [
        "https://example.org/", "https://example.org/a?b=<&>'\"",
        "http://example.org:8080/a/long/path/of/many/parts/that/ends",
        "https://cdn.example.org/x.jpg", "https://example.org/%00%ff?token=hunter2hunter2",
    ]

    /// Traffic of all kinds, of up to forty requests.
    static func arbitrary(using numbers: inout SplitMix64) throws -> Traffic {
        let isOneOrigin = Bool.random(using: &numbers)
        let plans = (0..<Int.random(in: 0...10, using: &numbers)).map { index in
            let place = isOneOrigin ? places[0] : places.randomElement(using: &numbers) ?? places[0]
            let request = Request(url: URL(string: place)!, headerFields: ["X-Number": "\(index)"])
            let resource = Resource(request) { $0.body }
            return Plan.wait(for: .microseconds(Int.random(in: 0...3_000_000, using: &numbers)))
                .flatMap { zip(resource, resource.alone()).flatMap { _ in resource } }
        }
        let failing = Int.random(in: 0...40, using: &numbers)
        var (count, sizes) = (0, SplitMix64(seed: numbers.next()))
        do {
            return try Traffic(
                of: all(plans),
                in: {
                    DryRun { _ in
                        count += 1
                        if count == failing { throw TransportError(.connectionLost, "\u{1}lost\n<&>\u{FFFE}") }
                        return Response(body: Data(count: Int.random(in: 0...99_999, using: &sizes)))
                    }
                }, roundTrip: .microseconds(Int.random(in: 0...500_000, using: &numbers)),
                bytesPerSecond: Int.random(in: 1_000...1_000_000, using: &numbers))
        } catch let failure as Traffic.LoadFailure {
            return failure.traffic
        }
    }

    @Test func `a waterfall has a line of at most 100 columns for each request, in order`() throws {
        var numbers = SplitMix64(seed: 6)
        var cut = 0
        for _ in 0..<Effort.rounds(300) {
            let traffic = try Self.arbitrary(using: &numbers)
            let lines = traffic.waterfall.split(separator: "\n", omittingEmptySubsequences: false)
            #expect(lines.allSatisfy { $0.count <= 100 && $0.last != " " }, "\(traffic)")
            let requests = lines.filter { $0.contains("░") || $0.contains("█") }
            #expect(requests.count == traffic.requests.count, "\(traffic)")
            let critical = Set(traffic.criticalPath)
            for (line, exchange) in zip(requests, traffic.requests) {
                #expect(line.hasPrefix(critical.contains(exchange) ? "* GET " : "  GET "), "\(traffic)")
                #expect(line.contains("  cut  ") == exchange.isCutOff, "\(traffic)")
                cut += exchange.isCutOff ? 1 : 0
            }
            #expect(!traffic.waterfall.contains("hunter2"))
            #expect(traffic == traffic && "\(traffic)" == traffic.waterfall)
        }
        #expect(cut > 0)
    }

    @Test func `a waterfall shows waits, transfers, other origins, failures and cuts`() throws {
        let cdn = Resource(url: URL(string: "https://cdn.example.org/covers/a/very/long/path/cover.jpg")!) { $0 }
        let stubs: StubServer = [
            Stub("/start").answers(.status(503), .data(Data(count: 20_000))),
            Stub("/feed").answers(.failure(.connectionLost)), Stub("/{+path}").answers(.text("1").after(.seconds(1))),
        ]
        let plan = get("start").flatMap { _ in zip(cdn, get("feed")) }
        let failed = try #require(
            #expect(throws: Traffic.LoadFailure.self) {
                try Traffic(
                    of: plan, in: { DryRun(policies: [.steadyRetry(upTo: 1)], stubs) }, roundTrip: .milliseconds(150),
                    bytesPerSecond: 100_000)
            })
        #expect(
            failed.traffic.waterfall == """
                  request                           0                    1 s       sent  received    time
                * GET https://example.org/start     ░░░░                      503  42 B      55 B  151 ms
                * GET https://example.org/start         ··░░░░████            200  42 B   20.0 KB  351 ms
                  GET https://cdn.…/path/cover.jpg                ░░░░░░░░░░  cut  74 B       0 B  402 ms
                * GET https://example.org/feed                    ░░░░        ✗    41 B       0 B  151 ms
                * GET https://example.org/feed                        ··░░░░  ✗    41 B       0 B  150 ms

                5 requests, 4 round trips, 240 B sent, 20.1 KB received, 1 s
                failed: GET https://example.org/feed failed: the stub says: connectionLost
                """)
    }

    @Test func `no requests are one line`() throws {
        let traffic = try Traffic(of: Plan.value(1), in: { DryRun { _ in Response() } })
        #expect(traffic.waterfall == "0 requests, 0 round trips, 0 B sent, 0 B received, 0 s")
    }
}
