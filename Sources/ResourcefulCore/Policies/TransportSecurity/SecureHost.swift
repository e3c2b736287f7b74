#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A host that requires `https`, as the store remembers it (RFC 6797, section 8.1).
struct SecureHost: Hashable, Sendable {
    /// The date when the requirement ends.
    var end: Date
    /// Whether the requirement includes subdomains.
    var includesSubdomains: Bool

    init(_ statement: StrictTransportSecurity, at time: Date) {
        end = time.addingTimeInterval(statement.maximumAge / .seconds(1))
        includesSubdomains = statement.includesSubdomains
    }

    /// Creates a host from an entry of the store. Returns nil if the entry isn't one that ``entry(at:)`` makes.
    init?(_ entry: StoreEntry) {
        guard let text = String(wellFormed: entry.data, as: UTF8.self) else { return nil }
        let words = text.split(separator: " ")
        guard words.count == 2, let seconds = Double(words[0]), seconds.isFinite, ["all", "one"].contains(words[1])
        else { return nil }
        (end, includesSubdomains) = (Date(timeIntervalSinceReferenceDate: seconds), words[1] == "all")
    }

    /// Returns the store's entry: the end in seconds since 2001, and whether subdomains are included.
    func entry(at time: Date) -> StoreEntry {
        let text = "\(end.timeIntervalSinceReferenceDate) \(includesSubdomains ? "all" : "one")"
        return StoreEntry(data: Data(text.utf8), date: time)
    }

    /// Whether the difference is too small to be written: less than a day, and less than a tenth of the remaining time.
    func isMuch(like other: SecureHost?, at time: Date) -> Bool {
        guard let other, other.includesSubdomains == includesSubdomains else { return false }
        return abs(end.timeIntervalSince(other.end)) < min(86_400, end.timeIntervalSince(time) / 10)
    }

    /// Returns the host and its parent domains, the host itself first; empty for an IP address (section 8.1.1).
    static func chain(of origin: Origin) -> [String] {
        let host = origin.serverName
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        guard !host.contains(":"), labels.last?.utf8.allSatisfy({ (48...57).contains($0) }) == false else { return [] }
        return labels.indices.map { labels[$0...].joined(separator: ".") }
    }
}
