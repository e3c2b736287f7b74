#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A host that has asked to be reached securely alone, as the store remembers it (RFC 6797, section 8.1).
struct SecureHost: Hashable, Sendable {
    /// When it ends.
    var end: Date
    /// Whether it holds for the hosts below, too.
    var includesSubdomains: Bool

    init(_ statement: StrictTransportSecurity, at time: Date) {
        end = time.addingTimeInterval(statement.maximumAge / .seconds(1))
        includesSubdomains = statement.includesSubdomains
    }

    /// What an entry of the store says; nil for anything else than what ``entry(at:)`` makes.
    init?(_ entry: StoreEntry) {
        guard let text = String(wellFormed: entry.data, as: UTF8.self) else { return nil }
        let words = text.split(separator: " ")
        guard words.count == 2, let seconds = Double(words[0]), seconds.isFinite, ["all", "one"].contains(words[1])
        else { return nil }
        (end, includesSubdomains) = (Date(timeIntervalSinceReferenceDate: seconds), words[1] == "all")
    }

    /// The entry of the store: the end in seconds since 2001, and for which hosts it holds.
    func entry(at time: Date) -> StoreEntry {
        let text = "\(end.timeIntervalSinceReferenceDate) \(includesSubdomains ? "all" : "one")"
        return StoreEntry(data: Data(text.utf8), date: time)
    }

    /// Whether it says so much the same that it need not be written again: a day, or a tenth of its time, is no
    /// difference.
    func isMuch(like other: SecureHost?, at time: Date) -> Bool {
        guard let other, other.includesSubdomains == includesSubdomains else { return false }
        return abs(end.timeIntervalSince(other.end)) < min(86_400, end.timeIntervalSince(time) / 10)
    }

    /// The host and those above it, the host itself first; none for an address, which can't be one (section 8.1.1).
    static func chain(of origin: Origin) -> [String] {
        let host = origin.serverName
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        guard !host.contains(":"), labels.last?.utf8.allSatisfy({ (48...57).contains($0) }) == false else { return [] }
        return labels.indices.map { labels[$0...].joined(separator: ".") }
    }
}
