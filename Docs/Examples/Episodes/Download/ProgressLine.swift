/// How far a download is, as a line of text.
package struct ProgressLine: Equatable, Sendable {
    /// The bytes that are there.
    var received: Int
    /// How many there will be; nil when that is not known.
    var expected: Int?
    /// How many come each second; nil when that is not known yet.
    var rate: Double?

    package init(received: Int, expected: Int?, rate: Double? = nil) {
        (self.received, self.expected, self.rate) = (received, expected, rate)
    }

    /// The part that is there, from 0 to 1.
    private var fraction: Double? {
        expected.map { $0 > 0 ? min(1, Double(received) / Double($0)) : 1 }
    }

    /// Words alone: `42 %, 2.5 of 6.0 MB, 1.9 MB/s, 1.8 s left`.
    package var text: String {
        var parts: [String] = []
        if let fraction { parts.append("\(Int(fraction * 100)) %") }
        parts.append(
            expected.map { "\(Self.megabytes(received)) of \(Self.megabytes($0)) MB" }
                ?? "\(Self.megabytes(received)) MB")
        if let rate, rate > 0 {
            parts.append("\(Self.megabytes(Int(rate))) MB/s")
            if let expected, expected > received {
                parts.append("\(Self.tenths(Double(expected - received) / rate)) s left")
            }
        }
        return parts.joined(separator: ", ")
    }

    /// A bar, and the words behind it.
    package var bar: String {
        guard let fraction else { return text }
        let count = Int(fraction * 30)
        return String(repeating: "█", count: count) + String(repeating: "░", count: 30 - count) + "  \(text)"
    }

    private static func megabytes(_ count: Int) -> String { tenths(Double(count) / 1e6) }

    private static func tenths(_ number: Double) -> String {
        let tenths = Int(min(number, 1e15) * 10)
        return "\(tenths / 10).\(tenths % 10)"
    }
}
