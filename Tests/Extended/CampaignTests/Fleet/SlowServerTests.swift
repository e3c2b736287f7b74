import ResourcefulResilience
import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What the article "Races and deadlines" says of a server that is overloaded, as figures.
@Suite(.permit, .blocking) struct SlowServerTests {
    /// How a program hedges.
    enum Hedging {
        case never, withoutBudget, standard

        fileprivate var policies: [Policy] {
            switch self {
            case .never: []
            case .withoutBudget: [.hedging(after: .milliseconds(300), budget: nil)]
            case .standard: [.hedging(after: .milliseconds(300))]
            }
        }
    }

    /// The loads that begin in a second in the article and in the picture.
    static let rate = 40

    /// A server with a quarter more capacity than it needs, which stands still for five seconds.
    static func stalled(_ hedging: Hedging, loadsPerSecond rate: Int = rate) throws -> SlowServer.Report {
        try SlowServer(
            loadsPerSecond: rate, capacity: rate * 5 / 4, stall: .seconds(10)..<(.seconds(15)),
            policies: hedging.policies
        ).run()
    }

    private static let sizes = Effort.size(reduced: [rate], usual: [rate, 4 * rate], full: [rate, 4 * rate, 1_700])

    @Test(arguments: sizes) func `a server that stood still recovers with hedging as without, thanks to the budget`(
        rate: Int
    ) throws {
        let without = try Self.stalled(.never, loadsPerSecond: rate)
        let with = try Self.stalled(.standard, loadsPerSecond: rate)
        #expect(with.requests.count > without.requests.count, "it hedges")
        #expect(with.amplification < 1.05, "\(with.amplification) requests for each load")
        for report in [without, with] {
            #expect(report.waiting(at: .seconds(15)) > 4 * rate, "it has stood still")
            #expect(report.waiting(at: .seconds(45)) < rate / 4, "it has recovered")
        }
        #expect(with.latency(of: 0.95) < without.latency(of: 0.95) * 1.1)
    }

    @Test(arguments: sizes) func `without a budget, second requests keep a server overloaded`(rate: Int) throws {
        let report = try Self.stalled(.withoutBudget, loadsPerSecond: rate)
        #expect(report.amplification > 1.8)
        #expect(report.waiting(at: .seconds(60)) > 3 * report.waiting(at: .seconds(15)))
        #expect(report.latency(of: 0.5) > .seconds(15))
    }

    @Test func `while a server is fast, hedging sends next to nothing`() throws {
        let policies = Hedging.withoutBudget.policies
        let report = try SlowServer(loadsPerSecond: Self.rate, capacity: Self.rate * 5 / 4, policies: policies).run()
        #expect(report.amplification < 1.01)
    }

    @Test func `the picture is that of the figures`() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Docs/Resourceful.docc/Resources/hedge.svg")
        let picture = try SlowServerPicture.svg
        if ProcessInfo.processInfo.environment["RECORD"] != nil { try Data(picture.utf8).write(to: file) }
        #expect(try Data(contentsOf: file) == Data(picture.utf8), "RECORD=1 swift test writes it")
    }
}
