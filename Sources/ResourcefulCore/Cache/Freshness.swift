#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// How long a response is fresh, and how old it is (RFC 9111, section 4.2), as a private cache counts.
///
/// All that does not depend on the present is computed once, when the value is made.
package struct Freshness: Hashable, Sendable {
    /// What the response says about caching.
    package let control: CacheControl
    /// When the response was made: its Date, or when it was received if it has none that is valid or an earlier one.
    package let date: Date
    /// Whether nobody has said how long it is fresh, so that it is guessed from its last modification.
    package let isHeuristic: Bool
    /// Whether its own fields say for how long it is fresh.
    package let isExplicit: Bool
    let lifetimeSeconds: Double
    private let received: Date
    private let initialAge: Double

    /// What follows from a response, when it was asked for and when it was received.
    package init(of response: Response, requested: Date, received: Date) {
        let facts = FreshnessFields(response.headerFields, received: received)
        let control = facts.control
        let origin = facts.date ?? received
        self.control = control
        self.received = received
        date = min(origin, received)
        // Dates are in whole seconds: a part of one is no age.
        let apparentAge = Self.limited(received.timeIntervalSince(origin).rounded(.down))
        initialAge = max(
            apparentAge, Self.limited(Double(facts.age) + Self.limited(received.timeIntervalSince(requested))))
        isExplicit = control.maxAge != nil || facts.hasExpires
        var guess: Double?
        if let maxAge = control.maxAge {
            lifetimeSeconds = Double(maxAge)
        } else if facts.hasExpires {
            lifetimeSeconds = facts.expires.map { Self.limited($0.timeIntervalSince(origin)) } ?? 0
        } else {
            if response.status.isHeuristicallyCacheable || control.says(.public), let modified = facts.lastModified {
                // A Date ahead of us is no reason to believe it longer.
                guess = min(Self.limited(date.timeIntervalSince(modified)) / 10, Self.longestGuess)
            }
            lifetimeSeconds = guess ?? 0
        }
        isHeuristic = guess != nil
    }

    /// For how long the response is fresh, counted from when it was made.
    package var lifetime: Duration { Duration(inSeconds: lifetimeSeconds) }

    /// How old the response is (RFC 9111, section 4.2.3); as old as can be when it was received in the future, for then
    /// the clock was set back, and nobody knows.
    package func age(at now: Date) -> Duration { Duration(inSeconds: ageSeconds(at: now)) }

    /// Whether the response is fresh, as far as it says itself.
    package func isFresh(at now: Date) -> Bool { lifetimeSeconds > ageSeconds(at: now) }

    func ageSeconds(at now: Date) -> Double { initialAge + residentSeconds(at: now) }

    /// How long ago the response was received.
    func residentSeconds(at now: Date) -> Double {
        let seconds = now.timeIntervalSince(received)
        return seconds < -CacheEntry.clockTolerance ? Double(CacheControl.longest) : Self.limited(seconds)
    }

    /// A week.
    private static let longestGuess = 604_800.0

    /// A number of seconds in the bounds of those that a field can have; what is no number is the largest.
    private static func limited(_ seconds: Double) -> Double {
        seconds.isNaN ? Double(CacheControl.longest) : min(max(seconds, 0), Double(CacheControl.longest))
    }
}

/// The fields that freshness depends on, read in one pass.
private struct FreshnessFields {
    var control = CacheControl()
    var date: Date?
    var hasExpires = false
    var expires: Date?
    var lastModified: Date?
    /// In seconds; 0 when there is none that is valid.
    var age = 0

    init(_ fields: HeaderFields, received: Date) {
        var (dateText, expiresText, modifiedText, ageText): (String?, String?, String?, String?)
        for field in fields.fields {
            switch field.name.known {
            case .age where ageText == nil: ageText = field.value
            case .date where dateText == nil: dateText = field.value
            case .expires:
                // Two different ones contradict each other, which is as good as none that is valid (section 4.2.1).
                expiresText = !hasExpires || expiresText == field.value ? field.value : ""
                hasExpires = true
            case .cacheControl: control.read(field.value)
            case .lastModified where modifiedText == nil: modifiedText = field.value
            default: break
            }
        }
        date = dateText.flatMap { HTTPDate.date(of: $0, now: received) }
        if let ageText { age = Self.age(ageText) }
        guard control.maxAge == nil else { return }
        expires = expiresText.flatMap { HTTPDate.date(of: $0, now: received) }
        guard !hasExpires else { return }
        lastModified = modifiedText.flatMap { HTTPDate.date(of: $0, now: received) }
    }

    /// The first member of the list, if it is a number of seconds, and nothing otherwise (section 5.1).
    private static func age(_ text: String) -> Int {
        let first = text.utf8.prefix { $0 != UInt8(ascii: ",") }
        let end = first.lastIndex { $0 != 0x20 && $0 != 0x09 }
        return end.flatMap { DirectiveReader.seconds(first[...$0]) } ?? 0
    }
}
