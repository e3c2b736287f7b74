extension TransferProgress: CustomStringConvertible {
    /// The progress on one line, as far as it is known: `3.4 MB of 12.0 MB, 28 %, 1.2 MB/s, 7 s left`.
    public var description: String {
        let count = sent + received
        let total = shownTotal.flatMap { $0 > 0 ? " of \(Self.size($0))" : nil }
        var parts = [Self.size(count) + (total ?? "")]
        // Never 100 before the load succeeded.
        if let share = remark ?? fraction.map({ "\(Int($0 * 100)) %" }) { parts.append(share) }
        if let bytesPerSecond, count > 0, !isFinished { parts.append("\(Self.size(Int(bytesPerSecond)))/s") }
        if let timeLeft, !isFinished { parts.append("\(Self.words(timeLeft)) left") }
        return parts.joined(separator: ", ")
    }

    private static func size(_ count: Int) -> String {
        guard count >= 1_000 else { return "\(count) bytes" }
        var (tenths, unit) = (count / 100, 0)
        let units = ["KB", "MB", "GB", "TB", "PB", "EB"]
        while tenths >= 10_000 { (tenths, unit) = (tenths / 1_000, unit + 1) }
        return "\(tenths / 10).\(tenths % 10) \(units[unit])"
    }

    private static func words(_ duration: Duration) -> String {
        // Rounds up.
        let (whole, rest) = duration.components
        let seconds = whole + (rest > 0 ? 1 : 0)
        if seconds < 60 { return "\(seconds) s" }
        if seconds < 3_600 { return "\(seconds / 60) min \(seconds % 60) s" }
        return "\(seconds / 3_600) h \(seconds % 3_600 / 60) min"
    }
}

/// Sums of byte counts that saturate, because a server may state any number.
enum ByteCount {
    static func sum(_ left: Int, _ right: Int) -> Int {
        let (sum, isTooLarge) = left.addingReportingOverflow(right)
        return isTooLarge ? .max : sum
    }

    /// Returns the sum; nil if one of the numbers is unknown.
    static func sum(_ left: Int?, _ right: Int?) -> Int? {
        guard let left, let right else { return nil }
        return sum(left, right)
    }
}
