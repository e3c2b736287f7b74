extension Traffic {
    /// Returns the figures that differ from earlier traffic, and both waterfalls side by side, or one above
    /// the other if they don't fit 160 columns.
    ///
    /// ```text
    /// 3 requests → 7 requests
    /// 2 round trips → 3 round trips
    /// ```
    public func comparison(to earlier: Traffic) -> String { comparison(to: earlier.waterfall) }

    func comparison(to earlier: String) -> String {
        let (old, new) = (Self.lines(of: earlier), Self.lines(of: waterfall))
        let changes = Self.changes(from: old, to: new)
        return (changes + (changes.isEmpty ? [] : [""]) + Self.sideBySide(old, new)).joined(separator: "\n")
    }

    private static func lines(of text: String) -> [Substring] {
        text.split(separator: "\n", omittingEmptySubsequences: false)
    }

    /// Returns the figures of the summaries that differ. Both summaries have the same figures in the same order.
    private static func changes(from old: [Substring], to new: [Substring]) -> [String] {
        let figures = [old, new].map { lines in
            let summary = lines.last { $0.contains(" request") && $0.contains(" received, ") } ?? ""
            return summary.split(separator: ",").map { $0.drop { $0 == " " } }
        }
        return zip(figures[0], figures[1]).filter { $0 != $1 }.map { "\($0) → \($1)" }
    }

    private static func sideBySide(_ old: [Substring], _ new: [Substring]) -> [String] {
        let (old, new) = (["before"] + old.map(String.init), ["after"] + new.map(String.init))
        let height = max(old.count, new.count)
        let (left, right) = (column(padded(old, to: height)), padded(new, to: height))
        guard left[0].count + 3 + (right.map(\.count).max() ?? 0) <= 160 else { return old + [""] + new }
        return zip(left, right).map { trimmed("\($0) │ \($1)") }
    }

    private static func padded(_ lines: [String], to height: Int) -> [String] {
        lines + Array(repeating: "", count: height - lines.count)
    }
}

/// Compares the waterfall of traffic with the recorded one next to the test file, in `Snapshots/TESTFILE/NAME.txt`, as
/// `assertSnapshot(of:named:filePath:)` does. If they differ, the error has both side by side.
///
/// - Throws: ``TrafficMismatch``; `SnapshotMismatch` if the waterfall wasn't recorded before; the system's error if
///   the file can't be written.
@_disfavoredOverload
public func assertSnapshot(of traffic: Traffic, named name: String, filePath: String = #filePath) throws {
    do {
        try assertSnapshot(of: traffic.waterfall, named: name, filePath: filePath)
    } catch let mismatch as SnapshotMismatch where !mismatch.changes.isEmpty {
        let recorded = mismatch.changes.filter { !$0.hasPrefix("+ ") }.map { $0.dropFirst(2) }
        throw TrafficMismatch(file: mismatch.file, recorded: recorded.joined(separator: "\n"), traffic: traffic)
    }
}

/// Traffic whose waterfall differs from the recorded one.
public struct TrafficMismatch: Error, Hashable, Sendable, CustomStringConvertible {
    /// The path of the file with the recorded waterfall.
    package let file: String
    /// The recorded waterfall.
    package let recorded: String
    /// The traffic now.
    package let traffic: Traffic

    /// The figures that differ, and both waterfalls.
    public var description: String {
        "the traffic differs from the snapshot in \(file); remove the file to record it again\n"
            + traffic.comparison(to: recorded)
    }
}
