import ResourcefulResilience
import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What the article "Retrying requests" says of many clients, as figures.
@Suite(.permit, .blocking) struct FleetTests {
    /// Six loads in the outage for each client, as an app has them, not a server.
    private static func inOutage(_ policies: [Policy]) throws -> Fleet.Report {
        try Fleet(
            clients: Effort.size(reduced: 100, usual: 500, full: 100_000), loads: 12, interval: .seconds(5),
            outage: .seconds(20)..<(.seconds(50)), policies: policies
        ).run()
    }

    /// What stands in the article: the requests of the outage for each load that is wanted in it.
    ///
    /// With three retries of each load that isn't four, because the next load waits until the retries of the last have
    /// failed; and six loads have eighteen retries, fewer than the fifty of the standard budget.
    @Test func `in an outage, each budget is what limits the retries of a client, and a breaker what limits all`()
        throws
    {
        let small = RetryBudget(capacity: 2, deposit: 0.2)
        let rows: [(policies: [Policy], figure: Double)] = [
            ([.retry(RetryRule(upTo: 3, budget: nil))], 3.5), ([.retry()], 3.5),
            ([.retry(RetryRule(upTo: 3, budget: small))], 1.4), ([.retry(), .circuitBreaker()], 0.9),
        ]
        let outage = Duration.seconds(20)..<(.seconds(50))
        let wanted = Double(try Self.inOutage([]).count(in: outage))
        for (row, figure) in rows {
            let load = Double(try Self.inOutage(row).count(in: outage)) / wanted
            #expect(abs(load - figure) < 0.15, "\(load) requests for each load, not \(figure)")
        }
    }

    @Test(arguments: [0, 1, 2, 10, 50], [0, 0.2, 1])
    func `no budget is ever exceeded: its capacity for each client, and its deposits for each success`(
        capacity: Int, deposit: Double
    ) throws {
        let budget = RetryBudget(capacity: capacity, deposit: deposit)
        let report = try Fleet(
            clients: Effort.rounds(40), loads: 12, interval: .seconds(5), capacity: 3,
            outage: .seconds(20)..<(.seconds(50)), policies: [.retry(RetryRule(upTo: 3, budget: budget))]
        ).run()
        let retries = report.arrivals.reduce(0, +) - report.wanted
        let allowed = Double(capacity * Effort.rounds(40)) + deposit * Double(report.succeeded)
        #expect(Double(retries) <= allowed, "\(retries) of \(allowed)")
        #expect(capacity == 0 || retries > 0)
    }

    @Test func `clients that begin together come back together, unless their waits are random`() throws {
        let bursts = try FleetPicture.bursts.get()
        let peaks = bursts.map { burst in
            Double(burst.report.peak(in: .milliseconds(100)..<(.seconds(20)))) / Double(FleetPicture.clients)
        }
        let shares = bursts.map { Double($0.report.succeeded) / Double($0.report.wanted) }
        #expect(peaks[0] > 0.9 && shares[0] < 0.1, "fixed waits: all of them at once, three times")
        #expect(peaks[1] < 0.2 && shares[1] > 0.8, "random waits: a tenth of a second has a fifth at most")
        #expect(peaks[2] > 0.9, "a time from the server is a fixed wait")
        #expect(peaks[3] < 0.6, "and a random one with the standard rule")
    }

    @Test func `the picture is that of the figures`() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Docs/Resourceful.docc/Resources/herd.svg")
        let picture = try FleetPicture.svg
        if ProcessInfo.processInfo.environment["RECORD"] != nil { try Data(picture.utf8).write(to: file) }
        #expect(try Data(contentsOf: file) == Data(picture.utf8), "RECORD=1 swift test writes it")
    }
}
