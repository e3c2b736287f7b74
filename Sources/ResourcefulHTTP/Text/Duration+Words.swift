extension Duration {
    /// The duration with three digits, for people: `1.25 s`, `12.3 ms`, `840 µs`.
    package var inWords: String {
        let seconds = inSeconds
        switch abs(seconds) {
        case 0: return "0 s"
        case 1...: return "\(Self.threeDigits(seconds)) s"
        case 1e-3..<1: return "\(Self.threeDigits(seconds * 1e3)) ms"
        default: return "\(Self.threeDigits(seconds * 1e6)) µs"
        }
    }

    private static func threeDigits(_ number: Double) -> String {
        let decimals = abs(number) >= 100 ? 1.0 : abs(number) >= 10 ? 10 : 100
        let rounded = (number * decimals).rounded() / decimals
        return rounded == rounded.rounded() && abs(rounded) < 1e15 ? "\(Int64(rounded))" : "\(rounded)"
    }
}
