import ResourcefulLoading

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// How long a server keeps responses.
package struct ResponseLife: Sendable {
    /// How long an entry stays at most after its last change.
    let longest: Duration
    /// How long a response stays after it was last of use, as far as its own fields say.
    let extra: Duration

    /// Creates a rule.
    package init(longest: Duration, extra: Duration) {
        // Servers keep the time in milliseconds, of which a double has 15 digits.
        self.longest = max(.milliseconds(1), min(longest, .seconds(1_000_000_000)))
        self.extra = max(.zero, extra)
    }

    /// Returns how long an entry is kept.
    func life(of entry: CacheEntry, at now: Date) -> Duration {
        // An invalidation is for responses that are on their way.
        guard !entry.responses.isEmpty else { return min(longest, .seconds(86_400)) }
        return entry.responses.map { min(longest, life(of: $0, at: now)) }.max() ?? longest
    }

    /// A response without a validator is of no use when it is stale; one whose fields don't say when that is may have a
    /// lifetime that the client has chosen.
    private func life(of stored: StoredResponse, at now: Date) -> Duration {
        let fields = stored.response.headerFields
        guard fields["ETag"] == nil, fields["Last-Modified"] == nil, let end = end(of: stored, fields) else {
            return longest
        }
        return extra + .seconds(max(0, (end.fresh + end.stale).timeIntervalSince(now))) + .milliseconds(1)
    }

    /// Until when one of the responses of an entry is fresh; nil if their own fields don't say so.
    func freshUntil(_ entry: CacheEntry) -> Date? {
        entry.responses.compactMap { end(of: $0, $0.response.headerFields)?.fresh }.max()
    }

    /// Until when a response is fresh, and for how long it is of use after that; nil if its fields don't say so.
    private func end(of stored: StoredResponse, _ fields: HeaderFields) -> (fresh: Date, stale: Double)? {
        var (fresh, stale): (Double?, Double) = (nil, 0)
        let directives = (fields["Cache-Control"] ?? "").lowercased().utf8.filter { !" \t\"".utf8.contains($0) }
        for directive in directives.split(separator: UInt8(ascii: ",")) {
            guard let equals = directive.firstIndex(of: UInt8(ascii: "=")),
                let seconds = Double(Substring(decoding: directive[(equals + 1)...], as: UTF8.self)), seconds.isFinite
            else { continue }
            switch String(decoding: directive[..<equals], as: UTF8.self) {
            case "max-age": fresh = max(fresh ?? 0, seconds)
            case "stale-while-revalidate", "stale-if-error": stale = max(stale, seconds)
            default: break
            }
        }
        if let fresh { return (stored.received + fresh, stale) }
        return fields["Expires"].flatMap { HTTPDate.date(of: $0) }.map { (max($0, stored.received), stale) }
    }
}
