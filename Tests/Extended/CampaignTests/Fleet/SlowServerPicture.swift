import ResourcefulTesting

/// How many requests wait at a server that stood still for five seconds, as a picture.
enum SlowServerPicture {
    private static let seconds = 90
    private static let highest = 2_000

    /// The picture.
    static var svg: String {
        get throws {
            let lines = [
                ("a", "hedging without a budget", 196, try SlowServerTests.stalled(.withoutBudget)),
                ("b", "hedging with the standard budget", 250, try SlowServerTests.stalled(.standard)),
                ("c", "no hedging", 80, try SlowServerTests.stalled(.never)),
            ]
            var parts = [
                """
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 300" width="720" height="300" \
                font-family="-apple-system, Helvetica, Arial, sans-serif" font-size="12" role="img">
                """,
                "<title>The requests that wait at a server with \(SlowServerTests.rate) loads a second</title>",
                style,
                "<rect class=\"g\" x=\"0.5\" y=\"0.5\" width=\"719\" height=\"299\" rx=\"8\"/>",
                "<rect class=\"s\" x=\"\(x(10))\" y=\"44\" width=\"\(x(15) - x(10))\" height=\"\(base - 44)\"/>",
                "<path class=\"x\" d=\"M\(x(0)) \(base)H\(x(seconds))\"/>",
            ]
            for waiting in stride(from: 500, through: 1_500, by: 500) {
                parts.append("<path class=\"x\" d=\"M\(x(0)) \(y(waiting))H\(x(seconds))\"/>")
                parts.append("<text class=\"t e\" x=\"\(x(0) - 6)\" y=\"\(y(waiting) + 4)\">\(waiting)</text>")
            }
            for second in stride(from: 0, through: seconds, by: 15) {
                parts.append("<text class=\"t m\" x=\"\(x(second))\" y=\"\(base + 18)\">\(second) s</text>")
            }
            var place = x(0)
            for (style, title, width, report) in lines {
                parts.append("<path class=\"\(style)\" d=\"M\(place) 24h18\"/>")
                parts.append("<text class=\"l\" x=\"\(place + 24)\" y=\"28\">\(title)</text>")
                place += width + 24
                let points = (0...seconds).map { "\(x($0)) \(y(report.waiting(at: .seconds($0))))" }
                parts.append("<path class=\"\(style)\" d=\"M\(points.joined(separator: "L"))\"/>")
            }
            return parts.joined(separator: "\n") + "\n</svg>\n"
        }
    }

    private static let base = 266
    private static func x(_ second: Int) -> Int { 56 + second * 7 }
    private static func y(_ waiting: Int) -> Int { base - waiting * (base - 44) / highest }

    private static let style = """
        <style>.g{fill:#fff;stroke:#d4dae2}.s{fill:#eef1f5}.x{stroke:#d4dae2}.l{fill:#1c2733;font-weight:600}\
        .t{fill:#48566a}.e{text-anchor:end}.m{text-anchor:middle}.a,.b,.c{fill:none;stroke-width:2}.a{stroke:#d9822b}\
        .b{stroke:#4a7fb5}.c{stroke:#48566a;stroke-dasharray:2 3}@media (prefers-color-scheme:dark){\
        .g{fill:#1c232d;stroke:#3a4554}.s{fill:#28313d}.x{stroke:#3a4554}.l{fill:#f0f4f8}.t{fill:#b4c0cf}\
        .a{stroke:#e89a4b}.b{stroke:#6a9fd4}.c{stroke:#b4c0cf}}</style>
        """
}
