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

    /// Creates a host from a line of ``SecureHosts``. Returns nil if the line has another form.
    init?(line: Substring) {
        let words = line.split(separator: " ")
        guard words.count == 3, let seconds = Double(words[1]), seconds.isFinite, ["all", "one"].contains(words[2])
        else { return nil }
        (end, includesSubdomains) = (Date(timeIntervalSinceReferenceDate: seconds), words[2] == "all")
    }

    /// The line without the name: the end in seconds since 2001, and whether subdomains are included.
    var text: String { "\(end.timeIntervalSinceReferenceDate) \(includesSubdomains ? "all" : "one")" }

    /// Whether the difference is too small to be written: less than a day, and less than a tenth of the remaining time.
    func isMuch(like other: SecureHost?, at time: Date) -> Bool {
        guard let other, other.includesSubdomains == includesSubdomains else { return false }
        return abs(end.timeIntervalSince(other.end)) < min(86_400, end.timeIntervalSince(time) / 10)
    }

    /// Returns the host and its parent domains, the host itself first; empty for an IP address (section 8.1.1).
    static func chain(of origin: Origin) -> [String] {
        let host = origin.knownHost
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        guard !host.contains(":"), labels.last?.utf8.allSatisfy({ (48...57).contains($0) }) == false else { return [] }
        return labels.indices.map { labels[$0...].joined(separator: ".") }
    }
}
