extension Duration {
    /// The duration in seconds, as precisely as a `Double` allows.
    package var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }

    /// Creates a duration from a number of seconds that is neither negative nor too large.
    package init(inSeconds seconds: Double) {
        let whole = seconds.rounded(.down)
        self.init(secondsComponent: Int64(whole), attosecondsComponent: Int64((seconds - whole) * 1e18))
    }

    /// Returns the whole seconds, rounded up and clamped to bounds that aren't negative.
    package func wholeSeconds(in bounds: ClosedRange<Int>) -> Int {
        whole(unitsASecond: 1, in: bounds)
    }

    /// Returns the whole milliseconds, rounded up and clamped to bounds that aren't negative.
    package func wholeMilliseconds(in bounds: ClosedRange<Int>) -> Int {
        whole(unitsASecond: 1_000, in: bounds)
    }

    private func whole(unitsASecond units: Int, in bounds: ClosedRange<Int>) -> Int {
        let (seconds, attoseconds) = components
        guard seconds >= 0, attoseconds >= 0 else { return bounds.lowerBound }
        guard seconds <= bounds.upperBound / units else { return bounds.upperBound }
        let unit = 1_000_000_000_000_000_000 / Int64(units)
        let rest = Int(attoseconds / unit) + (attoseconds % unit > 0 ? 1 : 0)
        let whole = Int(seconds) * units
        return whole > bounds.upperBound - rest ? bounds.upperBound : max(whole + rest, bounds.lowerBound)
    }
}

extension Duration {
    /// The duration for people: `23 h 39 min`, `1.25 s`, `12.3 ms`, `840 µs`.
    package var inWords: String {
        let seconds = inSeconds
        switch abs(seconds) {
        case 0: return "0 s"
        case 120...: return (seconds < 0 ? "-" : "") + Self.twoUnits(components.seconds.magnitude)
        case 1...: return "\(Self.threeDigits(seconds)) s"
        case 1e-3..<1: return "\(Self.threeDigits(seconds * 1e3)) ms"
        default: return "\(Self.threeDigits(seconds * 1e6)) µs"
        }
    }

    private static func twoUnits(_ seconds: UInt64) -> String {
        let units: [(String, UInt64)] = [("d", 86_400), ("h", 3_600), ("min", 60), ("s", 1)]
        let first = units.firstIndex { seconds >= $0.1 } ?? 3
        let rest = seconds % units[first].1 / units[min(first + 1, 3)].1
        return "\(seconds / units[first].1) \(units[first].0)" + (rest > 0 ? " \(rest) \(units[first + 1].0)" : "")
    }

    private static func threeDigits(_ number: Double) -> String {
        let decimals = abs(number) >= 100 ? 1.0 : abs(number) >= 10 ? 10 : 100
        let rounded = (number * decimals).rounded() / decimals
        return rounded == rounded.rounded() && abs(rounded) < 1e15 ? "\(Int64(rounded))" : "\(rounded)"
    }
}
