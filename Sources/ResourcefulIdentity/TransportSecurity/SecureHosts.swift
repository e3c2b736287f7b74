/// The hosts that require `https`, in one entry of the store: a line for each, the last one written at the end.
struct SecureHosts: Sendable {
    /// The name of the entry.
    static let name = "transport-security"

    /// How many hosts are remembered. If there are more, the site with the most hosts loses the one that was written
    /// first, so that no site can remove the hosts of another one with its own.
    static let limit = 1_000

    private let lines: [Substring.UTF8View]

    init(_ entry: StoreEntry?) {
        let text = entry.map { String(decoding: $0.data, as: UTF8.self) } ?? ""
        lines = text.utf8.split(separator: UInt8(ascii: "\n"))
    }

    /// What is known of a host.
    subscript(host: String) -> SecureHost? {
        let start = "\(host) ".utf8
        return lines.first { $0.starts(with: start) }.flatMap { SecureHost(line: Substring($0)) }
    }

    /// Whether the first host of a chain requires `https`, by itself or by one of its parent domains, which follow.
    func requireSecurity(of chain: [String], at time: Date) -> Bool {
        chain.indices.contains { index in
            guard let host = self[chain[index]], host.end > time else { return false }
            return index == 0 || host.includesSubdomains
        }
    }

    /// Returns the entry after a host has stated its requirement, or has ended it. It has no hosts whose requirement is
    /// over.
    func entry(setting stated: SecureHost?, of name: String, at time: Date) -> StoreEntry? {
        var kept = lines.map { Substring($0) }.filter { line in
            guard let host = SecureHost(line: line) else { return false }
            return host.end > time && Self.name(in: line) != name
        }
        if let stated { kept.append(Substring("\(name) \(stated.text)")) }
        if kept.count > Self.limit { kept.remove(at: Self.removable(kept)) }
        return kept.isEmpty ? nil : StoreEntry(data: Data(kept.joined(separator: "\n").utf8), date: time)
    }

    private static func name(in line: Substring) -> Substring { line.prefix { $0 != " " } }

    /// The index of the first line of the site with the most lines.
    private static func removable(_ lines: [Substring]) -> Int {
        let sites = lines.map { PublicSuffixes.wellKnown.site(of: String(name(in: $0))) }
        let counts = Dictionary(sites.map { ($0, 1) }, uniquingKeysWith: +)
        let most = counts.values.max()
        return sites.firstIndex { counts[$0] == most } ?? 0
    }
}
