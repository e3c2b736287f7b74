/// Compares a text with the recorded one next to the test file, in `Snapshots/TESTFILE/NAME.txt`.
///
///     try assertSnapshot(of: Episode.all.request.httpMessage, named: "all-episodes")
///
/// If nothing is recorded yet, the text is recorded, and the test fails once with a message. To record again, remove
/// the file. Line endings are normalized; everything else is compared byte by byte. The function throws and doesn't
/// record an issue, so that programs with this module don't have to link a testing library: a test that doesn't catch
/// the error fails with its description, the diff.
/// - Throws: ``SnapshotMismatch``; the system's error if the file can't be written.
public func assertSnapshot(of text: String, named name: String, filePath: String = #filePath) throws {
    let test = URL(filePath: filePath)
    let folder = test.deletingLastPathComponent().appending(path: "Snapshots/\(stem(of: test.lastPathComponent))")
    let file = folder.appending(path: "\(fileName(name)).txt")
    let lines = Snapshots.lines(of: Array(text.utf8))
    guard let recorded = try? Data(contentsOf: file) else {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(lines.joined(separator: [0x0A])).write(to: file)
        throw SnapshotMismatch(file: file.path, changes: [])
    }
    let expected = Snapshots.lines(of: Array(recorded))
    guard expected != lines else { return }
    throw SnapshotMismatch(file: file.path, changes: Snapshots.changes(from: expected, to: lines))
}

/// A text that differs from the recorded one, or that wasn't recorded before.
public struct SnapshotMismatch: Error, Hashable, Sendable, CustomStringConvertible {
    /// The path of the file with the recorded text.
    package let file: String
    /// The lines of both texts, with `-` before lines that are missing and `+` before lines that are new; empty if the
    /// text has just been recorded.
    public let changes: [String]

    /// The differences, or that the text was recorded.
    public var description: String {
        changes.isEmpty
            ? "this snapshot wasn't recorded before; it is now: \(file)"
            : "this differs from the snapshot in \(file); remove the file to record it again\n"
                + changes.joined(separator: "\n")
    }
}

private func stem(of name: String) -> String { name.hasSuffix(".swift") ? String(name.dropLast(6)) : name }

/// Returns a name that is valid as a file name on all systems.
private func fileName(_ name: String) -> String {
    String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") ? $0 : "-" })
}

/// Comparison of snapshots by line.
enum Snapshots {
    /// Returns the lines without their endings.
    static func lines(of text: [UInt8]) -> [ArraySlice<UInt8>] {
        text.split(separator: 0x0A, omittingEmptySubsequences: false).map { $0.last == 0x0D ? $0.dropLast() : $0 }
    }

    /// Returns the lines of both texts, with `-` before removed lines and `+` before inserted ones.
    static func changes(from expected: [ArraySlice<UInt8>], to lines: [ArraySlice<UInt8>]) -> [String] {
        let difference = lines.difference(from: expected)
        var removed: Set<Int> = []
        var inserted: Set<Int> = []
        for change in difference {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): inserted.insert(offset)
            }
        }
        let (gone, come) = (Shown(removed.map { expected[$0] }), Shown(inserted.map { lines[$0] }))
        var (changes, old, new) = ([String](), 0, 0)
        while old < expected.count || new < lines.count {
            if removed.contains(old) {
                changes.append("- \(come.text(of: expected[old]))")
                old += 1
            } else if inserted.contains(new) {
                changes.append("+ \(gone.text(of: lines[new]))")
                new += 1
            } else {
                changes.append("  \(String(decoding: lines[new], as: UTF8.self))")
                (old, new) = (old + 1, new + 1)
            }
        }
        return changes
    }

    /// Lines, grouped by their appearance.
    private struct Shown {
        private let lines: [String: [ArraySlice<UInt8>]]

        init(_ lines: [ArraySlice<UInt8>]) {
            self.lines = Dictionary(grouping: lines) { String(decoding: $0, as: UTF8.self) }
        }

        /// Returns a line as text. It's spelled out if one of these lines looks the same but has different bytes.
        func text(of line: ArraySlice<UInt8>) -> String {
            let text = String(decoding: line, as: UTF8.self)
            return lines[text]?.contains { $0 != line } == true ? Spelling.shown(line) : text
        }
    }
}

/// The spelling of texts that look the same but differ: `é` as one scalar or as two.
enum Spelling {
    /// Whether two texts have the same bytes. The standard library also treats canonically equivalent texts as equal.
    static func isSame(_ one: String, _ other: String) -> Bool { one.utf8.elementsEqual(other.utf8) }

    /// Returns the bytes as text, with `\u{E9}` for characters outside ASCII; if they aren't valid UTF-8, with `\xE9`
    /// for bytes outside ASCII.
    static func shown(_ bytes: some Collection<UInt8>) -> String {
        guard let text = String(wellFormed: bytes, as: UTF8.self) else {
            return bytes.map { $0 < 0x80 ? "\(Unicode.Scalar($0))" : "\\x\(hexadecimal($0))" }.joined()
        }
        return text.unicodeScalars.map { $0.isASCII ? "\($0)" : "\\u{\(hexadecimal($0.value))}" }.joined()
    }

    private static func hexadecimal(_ number: some BinaryInteger) -> String {
        String(number, radix: 16, uppercase: true)
    }
}
