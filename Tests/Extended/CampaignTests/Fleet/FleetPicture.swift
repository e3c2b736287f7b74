import ResourcefulTesting

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// How many requests a server gets when all of its clients begin at the same moment, as a picture.
enum FleetPicture {
    /// The requests of a fleet, and its policies in words.
    struct Burst: Sendable {
        let title: String
        let report: Fleet.Report
    }

    static let clients = 1_000
    /// A fiftieth of the clients in each tenth of a second: five seconds for all.
    private static let capacity = clients / 50

    static let bursts = Result<[Burst], any Error> {
        func burst(_ title: String, _ rule: RetryRule, asking refusal: HeaderFields = [:]) throws -> Burst {
            let fleet = Fleet(clients: clients, capacity: capacity, refusal: refusal, policies: [.retry(rule)])
            return Burst(title: title, report: try fleet.run())
        }
        let fixed = Backoff.exponential(from: .seconds(1), jitter: .none)
        let random = Backoff.exponential(from: .seconds(1))
        return [
            try burst("fixed waits of 1, 2 and 4 s", RetryRule(upTo: 3, waits: fixed)),
            try burst("random waits up to 1, 2 and 4 s", RetryRule(upTo: 3, waits: random)),
            try burst("fixed waits, and the server asks for 2 s", RetryRule(upTo: 3, waits: fixed), asking: asked),
            try burst("random waits after the 2 s of the server", RetryRule(upTo: 3), asking: asked),
        ]
    }

    private static let asked: HeaderFields = ["Retry-After": "2"]
    /// The tenths of a second that are shown.
    private static let shown = 76
    /// What is higher is cut off.
    private static let highest = 400

    /// The picture.
    static var svg: String {
        get throws {
            let bursts = try bursts.get()
            let height = 44 + bursts.count * 92
            var lines = [
                """
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 \(height)" width="720" height="\(height)" \
                font-family="-apple-system, Helvetica, Arial, sans-serif" font-size="12" role="img">
                """,
                "<title>\(clients) clients at once: the requests in each tenth of a second</title>", style,
                "<rect class=\"g\" x=\"0.5\" y=\"0.5\" width=\"719\" height=\"\(height - 1)\" rx=\"8\"/>",
            ]
            for (row, burst) in bursts.enumerated() { lines += chart(burst, top: 16 + row * 92) }
            let end = height - 14
            lines += stride(from: 0, to: shown, by: 10).map { tenth in
                "<text class=\"t\" x=\"\(x(tenth))\" y=\"\(end)\">\(tenth / 10) s</text>"
            }
            return lines.joined(separator: "\n") + "\n</svg>\n"
        }
    }

    private static let style = """
        <style>.g{fill:#fff;stroke:#d4dae2}.l{fill:#1c2733;font-weight:600}.t{fill:#48566a}.e{text-anchor:end}\
        .n{fill:#4a7fb5}.c{stroke:#d9822b;stroke-dasharray:3 3}@media (prefers-color-scheme:dark){\
        .g{fill:#1c232d;stroke:#3a4554}.l{fill:#f0f4f8}.t{fill:#b4c0cf}.n{fill:#6a9fd4}.c{stroke:#e89a4b}}</style>
        """

    private static func x(_ tenth: Int) -> Int { 24 + tenth * 9 }

    private static func chart(_ burst: Burst, top: Int) -> [String] {
        let (base, height) = (top + 78, 56)
        let share = 100 * burst.report.succeeded / max(burst.report.wanted, 1)
        var lines = [
            "<text class=\"l\" x=\"24\" y=\"\(top + 12)\">\(burst.title)</text>",
            "<text class=\"t e\" x=\"696\" y=\"\(top + 12)\">\(share) % succeed</text>",
        ]
        for (tenth, count) in burst.report.arrivals.prefix(shown).enumerated() where count > 0 {
            let bar = max(1, min(count, highest) * height / highest)
            lines.append(
                "<rect class=\"n\" x=\"\(x(tenth))\" y=\"\(base - bar)\" width=\"7\" height=\"\(bar)\"/>")
            if count > highest {
                lines.append("<text class=\"t\" x=\"\(x(tenth) + 10)\" y=\"\(base - height + 10)\">\(count)</text>")
            }
        }
        let limit = base - capacity * height / highest
        lines.append("<path class=\"c\" d=\"M24 \(limit)H696\"/>")
        return lines
    }
}
