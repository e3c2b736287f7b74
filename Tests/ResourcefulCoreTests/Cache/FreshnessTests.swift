import ResourcefulCore
import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct FreshnessTests {
    @Test func `decisions are those of a table`() throws {
        var numbers = SplitMix64(seed: 3)
        var words: [String: Int] = [:]
        for _ in 0..<Effort.rounds(5000) {
            let scenario = CacheScenario.arbitrary(&numbers)
            let stored = CacheEntry.after(
                scenario.response, to: Exchanges.request(), original: Exchanges.request(),
                requested: Exchanges.moment(Double(-scenario.delay)), received: Exchanges.start, current: nil)
            #expect((stored != nil) == scenario.isStored, "\(scenario)")
            let now = Exchanges.moment(Double(scenario.wait))
            let decision = CacheDecision(for: scenario.request, stored: stored, at: now)
            #expect(decision.word == scenario.expected, "\(scenario)")
            words[scenario.expected, default: 0] += 1
            if let served = decision.served, served.status != 504 {
                #expect(served.headerFields.values(of: "Age") == ["\(scenario.currentAge)"])
                #expect(served.cacheStatus?.isFresh == (scenario.remaining > 0))
            }
            let failed = CacheDecision.servingAfterFailure(
                of: scenario.request, stored: stored, at: now, response: Response(status: 503))
            #expect((failed != nil) == scenario.isServedAfterFailure, "\(scenario)")
        }
        for word in ["serve 200", "serve 504", "serve 200 and validate", "validate", "fetch", "serve 404"] {
            #expect(words[word, default: 0] > (Effort.isReduced ? 0 : 25), "the scenarios are of all kinds: \(words)")
        }
    }

    private func freshness(_ fields: HeaderFields, status: Response.Status = 200) -> Freshness {
        Freshness(
            of: Exchanges.response(fields, status: status), requested: Exchanges.start, received: Exchanges.start)
    }

    @Test func `a Date far ahead makes no guess longer, and a response of the future is not fresh`() {
        let ahead: HeaderFields = ["Date": Exchanges.date(315_360_000), "Last-Modified": Exchanges.date(-100)]
        #expect(freshness(ahead).lifetime == .seconds(10))
        let kept = freshness(["Cache-Control": "max-age=100"])
        #expect(kept.isFresh(at: Exchanges.moment(99)) && kept.isFresh(at: Exchanges.moment(-30)))
        #expect(!kept.isFresh(at: Exchanges.moment(-61)), "the clock was set back")
    }

    @Test func `a response of a second is fresh for a second, although its server writes Date once a second`() {
        for tenths in 0..<40 {
            // Received so long after the second that its Date has.
            let received = Exchanges.moment(Double(tenths) / 10)
            let fields: HeaderFields = ["Cache-Control": "max-age=1", "Date": Exchanges.date(0)]
            let freshness = Freshness(of: Exchanges.response(fields), requested: received, received: received)
            #expect(freshness.isFresh(at: received + 0.999) == (tenths < 20), "\(tenths)")
            #expect(!freshness.isFresh(at: received + 1))
        }
    }

    @Test func `Expires that is no date, or two of them, is in the past`() {
        let dates = [Exchanges.date(100), Exchanges.date(200)]
        #expect(freshness(["Expires": dates[0]]).lifetime == .seconds(100))
        #expect(freshness(["Expires": dates[0], "expires": dates[0]]).lifetime == .seconds(100))
        for text in ["0", "-1", "", "never", "Thu, 18 Dec 2055 16:00:00", "Thu, 18 Dec 2055 16:00:00 PST"] {
            let fields: HeaderFields = ["Expires": text, "Last-Modified": Exchanges.date(-9999)]
            #expect(freshness(fields).lifetime == .zero, "\(text)")
            #expect(freshness(fields).isExplicit)
        }
        for pair in [[0, 1], [1, 0]] {
            let fields: HeaderFields = ["Expires": dates[pair[0]], "expires": dates[pair[1]]]
            #expect(freshness(fields).lifetime == .zero)
        }
        #expect(freshness(["Expires": dates[0], "Cache-Control": "max-age=7"]).lifetime == .seconds(7))
        #expect(freshness(["Expires": dates[0], "Cache-Control": "s-maxage=7"]).lifetime == .seconds(100))
        #expect(freshness(["Expires": "Fri, 31 Dec 9999 23:59:59 GMT"]).lifetime == .seconds(CacheControl.longest))
    }

    @Test func `a lifetime is guessed from the last modification, a week at most`() {
        let modified = { (seconds: Double) in
            HeaderFields(dictionaryLiteral: ("Last-Modified", Exchanges.date(seconds)))
        }
        #expect(freshness(modified(-1000)).lifetime == .seconds(100))
        #expect(freshness(modified(-1000)).isHeuristic)
        #expect(freshness(modified(-1e9)).lifetime == .seconds(604_800))
        #expect(freshness(modified(50)).lifetime == .zero)
        #expect(!freshness(modified(-1000), status: 403).isHeuristic)
        #expect(freshness([:]).lifetime == .zero)
    }

    @Test func `Age is a number of seconds, or ignored`() {
        let cases: [(String, Int)] = [
            ("5", 5), ("0", 0), ("-5", 0), ("5, 9", 5), ("9,5", 9), (" 5 ,x", 5), ("x", 0), ("x, 5", 0), ("5.5", 0),
            ("5 6", 0), ("\"5\"", 0), ("99999999999999999999", 1 << 31), ("", 0), (", 5", 0),
        ]
        for (text, seconds) in cases {
            #expect(freshness(["Age": text]).age(at: Exchanges.start) == .seconds(seconds), "\(text)")
        }
    }

    @Test func `of several lines of Age the first counts`() {
        #expect(freshness(["Age": "5", "age": "9"]).age(at: Exchanges.start) == .seconds(5))
        let entry = Exchanges.entry(
            Exchanges.response(["Age": "5", "X": "1", "age": "9", "Cache-Control": "max-age=60"]))
        let served = CacheDecision.at(3, entry).served
        #expect(served?.headerFields.map(\.name.rawName) == ["Age", "X", "Cache-Control", "Date"])
        #expect(served?.headerFields["Age"] == "8")
    }

    @Test func `no clock makes it trap, nor makes anything fresh that is not`() {
        let times = [0, -1, 1, 1e9, -1e9, 1e18, -1e300, .infinity, -.infinity, .nan, .greatestFiniteMagnitude]
        let moments = times.map(Exchanges.moment)
        for requested in moments {
            for received in moments {
                for now in moments {
                    let stored = StoredResponse(
                        response: Exchanges.response(["Cache-Control": "max-age=60"]), requested: requested,
                        received: received)
                    let decision = CacheDecision(
                        for: Exchanges.request(), stored: CacheEntry(responses: [stored]), at: now)
                    let resident = now.timeIntervalSince(received)
                    let isFresh = resident < 60 && received.timeIntervalSince(requested) < 60
                    if !isFresh { #expect(decision.word == "fetch") }
                }
            }
        }
    }
}
