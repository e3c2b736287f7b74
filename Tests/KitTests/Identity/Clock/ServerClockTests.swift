import Foundation
import ResourcefulTesting
import Testing

@testable import ResourcefulIdentity

struct ServerClockTests {
    static let noon = Date(timeIntervalSince1970: 1_800_000_000)

    static func estimate(_ offset: Double, _ uncertainty: Double, at time: Double = 0) -> ServerClock {
        ServerClock(offset: .seconds(offset), uncertainty: .seconds(uncertainty), measured: noon + time)
    }

    @Test func `one response bounds the offset by half a second and half its flight`() throws {
        let clock = try #require(ServerClock(date: Self.noon + 10, sent: Self.noon, received: Self.noon + 2))
        #expect(abs(clock.offset / .seconds(1) - 9.5) < 1e-6)
        #expect(abs(clock.uncertainty / .seconds(1) - 1.5) < 1e-5)
        #expect(clock.measured == Self.noon + 2)
        #expect(abs(clock.serverTime(at: Self.noon).timeIntervalSince(Self.noon) - 9.5) < 1e-6)
    }

    @Test func `what can't be is no estimate`() {
        #expect(ServerClock(date: Self.noon, sent: Self.noon + 1, received: Self.noon) == nil)
        for date in [Date(timeIntervalSince1970: 0), Date(timeIntervalSince1970: 946_684_800), .distantPast] {
            #expect(ServerClock(date: date, sent: Self.noon, received: Self.noon) == nil)
        }
        #expect(ServerClock(date: Self.noon, sent: .distantPast, received: .distantFuture) == nil)
        let far = Date(timeIntervalSince1970: 1e300)
        #expect(ServerClock(date: far, sent: Self.noon, received: Self.noon) == nil)
        #expect(ServerClock(date: Self.noon, sent: far, received: far) == nil)
    }

    @Test func `a response without a date, or from a cache, does not count`() {
        let cases: [(HeaderFields, Bool)] = [
            (["Date": "Fri, 15 Jan 2027 08:00:00 GMT"], true), (["Date": "Fri, 15 Jan 2027 08:00:00 UTC"], true),
            (["Date": "Fri, 15 Jan 2027 08:00:00 GMT", "X-Cache": "Miss from cdn"], true),
            (["Date": "Fri, 15 Jan 2027 08:00:00 GMT", "X-Cache": "Hit from cdn"], false),
            (["Date": "Fri, 15 Jan 2027 08:00:00 GMT", "Age": "0"], false), (["Date": "today"], false), ([:], false),
            (["Date": "Thu, 01 Jan 1970 00:00:00 GMT"], false),
        ]
        for (fields, counts) in cases {
            let response = Response(headerFields: fields)
            #expect((ServerClock(response, sent: Self.noon, received: Self.noon) != nil) == counts, "\(fields)")
        }
    }

    @Test func `two estimates are true together where they overlap`() throws {
        let both = try #require(Self.estimate(1, 0.5).combined(with: Self.estimate(1.6, 0.5)))
        #expect(abs(both.offset / .seconds(1) - 1.3) < 1e-6 && abs(both.uncertainty / .seconds(1) - 0.2) < 1e-6)
        #expect(Self.estimate(1, 0.5).combined(with: Self.estimate(3, 0.5)) == nil)
        // After an hour, 0.36 s have been added.
        #expect(Self.estimate(1, 0.5).combined(with: Self.estimate(2.3, 0.5, at: 3_600)) != nil)
    }

    @Test func `an outlier is skipped, and two that agree replace the estimate`() throws {
        let record = ServerClockRecord(Self.estimate(1, 0.2))
        let doubted = try #require(record.adding(Self.estimate(60, 0.5, at: 1)))
        #expect(doubted.clock == record.clock && doubted.rival != nil)
        let restored = try #require(doubted.adding(Self.estimate(1, 0.5, at: 2)))
        #expect(restored.rival == nil && abs(restored.clock.offset / .seconds(1) - 1) < 0.2)
        let replaced = try #require(doubted.adding(Self.estimate(60.1, 0.5, at: 2)))
        #expect(replaced.rival == nil && replaced.clock.offset > .seconds(59))
        let other = try #require(doubted.adding(Self.estimate(-7, 0.5, at: 2)))
        #expect(other.clock == record.clock && other.rival?.offset == .seconds(-7))
    }

    @Test func `an old estimate is forgotten, and so is one from the future`() {
        let record = ServerClockRecord(Self.estimate(1, 0.01))
        for time in [86_402.0, -60] {
            let sample = Self.estimate(500, 0.5, at: time)
            #expect(record.adding(sample) == ServerClockRecord(sample))
        }
    }

    @Test func `what is written down reads back, the error not smaller`() throws {
        var random = SplitMix64(seed: 8)
        for round in 0..<Effort.rounds(500) {
            let numbers = (0..<3).map { _ in Double.random(in: -1e5...1e5, using: &random) }
            let clock = Self.estimate(numbers[0], abs(numbers[1]), at: numbers[2])
            let record = ServerClockRecord(clock, rival: round.isMultiple(of: 2) ? nil : Self.estimate(1, 2, at: 3))
            let copy = try #require(ServerClockRecord(record.entry))
            #expect((copy.rival == nil) == (record.rival == nil) && copy.clock.measured == clock.measured)
            #expect(copy.clock.uncertainty >= clock.uncertainty)
            #expect(copy.clock.uncertainty - clock.uncertainty < .nanoseconds(3))
            #expect((copy.clock.offset - clock.offset).magnitude < .nanoseconds(2))
            #expect(try JSONDecoder().decode(ServerClock.self, from: JSONEncoder().encode(clock)) == clock)
        }
    }

    @Test func `an entry of something else is none`() {
        let cases: [String] = [
            "", "x", "1 2", "1 -2 3", "1 2 nan", "1 2 3 4", "1 2 3\n4", "1 2 3\n1 2 3\n1 2 3", "\u{0}",
        ]
        for text in cases {
            #expect(ServerClockRecord(StoreEntry(data: Data(text.utf8), date: Self.noon)) == nil, "\(text)")
            #expect(ServerClockRecord(StoreEntry(data: Data([0xFF]), date: Self.noon)) == nil, "\(text)")
        }
    }
}

extension Duration {
    fileprivate var magnitude: Duration { self < .zero ? .zero - self : self }
}
