package import ResourcefulLoading

#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// Values for the tests of stores.
package enum CacheSample {
    /// One of a few keys.
    package static func key(_ number: Int) -> CacheKey {
        CacheKey(url: "https://example.org/\(number % 3)/\(number)", qualifier: number % 5 == 0 ? "someone" : "")
    }

    /// A time, in seconds since one.
    package static func time(_ seconds: Double) -> Date { Date(timeIntervalSinceReferenceDate: 700_000_000 + seconds) }

    /// A response with a body of so many bytes, requested at a time.
    package static func response(
        _ text: String = "", count: Int = 0, at seconds: Double = 0, selecting: HeaderFields = [:],
        isVolatile: Bool = false
    ) -> StoredResponse {
        let body = Data(text.utf8) + Data(repeating: 0x61, count: max(0, count - text.utf8.count))
        return StoredResponse(
            selecting: selecting,
            response: Response(
                headerFields: ["Content-Type": "text/plain", "X-Number": "\(count)"], body: body,
                url: URL(string: "https://example.org/final")),
            requested: time(seconds), received: time(seconds + 0.5), isVolatile: isVolatile)
    }

    /// An entry of one response.
    package static func entry(_ text: String = "", count: Int = 0, at seconds: Double = 0) -> CacheEntry {
        CacheEntry(responses: [response(text, count: count, at: seconds)])
    }
}

/// Random numbers that are the same at every run.
package struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64

    package init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}

/// A clock that is set by hand.
package final class HandClock: Sendable {
    private let seconds = Locked(0.0)

    package init() {}

    package var now: Date { CacheSample.time(seconds.withLock { $0 }) }
    package func set(_ value: Double) { seconds.withLock { $0 = value } }
}
