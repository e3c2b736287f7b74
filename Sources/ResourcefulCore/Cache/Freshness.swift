/// How long a response is fresh, and how old it is (RFC 9111, section 4.2), for a private cache.
///
/// Everything that doesn't depend on the current time is computed once, in the initializer.
package struct Freshness: Hashable, Sendable {
    /// The caching directives of the response.
    package let control: CacheControl
    /// The time when the response was made: its Date, or the time when it was received if that is earlier or there is
    /// no valid Date.
    package let date: Date
    /// Whether the lifetime is guessed from the last modification, because nothing states it.
    package let isHeuristic: Bool
    /// Whether the response's own fields state its lifetime.
    package let isExplicit: Bool
    let lifetimeSeconds: Double
    private let received: Date
    private let initialAge: Double

    /// Computes the freshness from a response, the time of the request and the time when it was received.
    package init(of response: Response, requested: Date, received: Date) {
        let facts = FreshnessFields(response.headerFields, received: received)
        let control = facts.control
        let origin = facts.date ?? received
        self.control = control
        self.received = received
        date = min(origin, received)
        // A Date has whole seconds, and servers set their clock's text once a second: less than two say nothing.
        let apparentAge = Self.limited(received.timeIntervalSince(origin).rounded(.down))
        let correctedAge = Self.limited(Double(facts.age) + Self.limited(received.timeIntervalSince(requested)))
        initialAge = apparentAge < 2 ? correctedAge : max(apparentAge, correctedAge)
        isExplicit = control.maxAge != nil || facts.hasExpires
        var guess: Double?
        if let maxAge = control.maxAge {
            lifetimeSeconds = Double(maxAge)
        } else if facts.hasExpires {
            lifetimeSeconds = facts.expires.map { Self.limited($0.timeIntervalSince(origin)) } ?? 0
        } else {
            if response.status.isHeuristicallyCacheable || control.says(.public), let modified = facts.lastModified {
                // A Date in the future doesn't lengthen the guess.
                guess = min(Self.limited(date.timeIntervalSince(modified)) / 10, Self.longestGuess)
            }
            lifetimeSeconds = guess ?? 0
        }
        isHeuristic = guess != nil
    }

    /// How long the response is fresh, counted from when it was made.
    package var lifetime: Duration { Duration(inSeconds: lifetimeSeconds) }

    /// Returns the age of the response (RFC 9111, section 4.2.3). If the response was received in the future, the clock
    /// was set back and the age is unknown: then it is the highest possible one.
    package func age(at now: Date) -> Duration { Duration(inSeconds: ageSeconds(at: now)) }

    /// Returns whether the response is fresh, according to its own fields.
    package func isFresh(at now: Date) -> Bool { lifetimeSeconds > ageSeconds(at: now) }

    func ageSeconds(at now: Date) -> Double { initialAge + residentSeconds(at: now) }

    /// Returns how long ago the response was received.
    func residentSeconds(at now: Date) -> Double {
        let seconds = now.timeIntervalSince(received)
        return seconds < -CacheEntry.clockTolerance ? Double(CacheControl.longest) : Self.limited(seconds)
    }

    /// A week.
    private static let longestGuess = 604_800.0

    /// Returns a number of seconds limited to the range that fields can have; NaN becomes the maximum.
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
    /// The age in seconds; 0 if there is no valid one.
    var age = 0

    init(_ fields: HeaderFields, received: Date) {
        var (dateText, expiresText, modifiedText, ageText): (String?, String?, String?, String?)
        for field in fields.fields {
            switch field.name.known {
            case .age where ageText == nil: ageText = field.value
            case .date where dateText == nil: dateText = field.value
            case .expires:
                // Contradictory values are invalid (section 4.2.1).
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

    /// Returns the first member of the list if it is a number of seconds, and otherwise 0 (section 5.1).
    private static func age(_ text: String) -> Int {
        let first = text.utf8.prefix { $0 != UInt8(ascii: ",") }
        let end = first.lastIndex { $0 != 0x20 && $0 != 0x09 }
        return end.flatMap { DirectiveReader.seconds(first[...$0]) } ?? 0
    }
}
