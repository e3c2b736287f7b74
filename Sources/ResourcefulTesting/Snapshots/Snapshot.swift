#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Compares a text with the one that was recorded beside the test file, in `Snapshots/TESTFILE/NAME.txt`.
///
///     try assertSnapshot(of: Episode.all.request.httpMessage, named: "all-episodes")
///
/// Where nothing is recorded yet, the text is, and the test fails once, saying so. To record anew, remove the file.
/// Ends of lines count as line feeds, all else byte by byte. It throws, and records no issue, so that a program that
/// uses this module need not be linked with a testing library: a test that lets the error pass fails with its
/// description, the diff.
/// - Throws: ``SnapshotMismatch``; or what the system throws when the file can't be written.
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

/// A text that is not the one that was recorded, or was not recorded before.
public struct SnapshotMismatch: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file that has what was expected.
    public let file: String
    /// The lines of both, those that were expected and did not come with `-` before them, those that came with `+`;
    /// none when the text was recorded just now.
    public let changes: [String]

    /// What is different, or that it was recorded.
    public var description: String {
        changes.isEmpty
            ? "nothing was recorded for this snapshot, so it was now: \(file)"
            : "this is not what was recorded in \(file); remove it to record anew\n" + changes.joined(separator: "\n")
    }
}

private func stem(of name: String) -> String { name.hasSuffix(".swift") ? String(name.dropLast(6)) : name }

/// A name that is a file's in every system.
private func fileName(_ name: String) -> String {
    String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") ? $0 : "-" })
}

/// What snapshots are compared by: their lines.
enum Snapshots {
    /// The lines, without what ends them.
    static func lines(of text: [UInt8]) -> [ArraySlice<UInt8>] {
        text.split(separator: 0x0A, omittingEmptySubsequences: false).map { $0.last == 0x0D ? $0.dropLast() : $0 }
    }

    /// Both texts in one: what stayed, what went with `-` and what came with `+` before it.
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

    /// Lines, by what they look like.
    private struct Shown {
        private let lines: [String: [ArraySlice<UInt8>]]

        init(_ lines: [ArraySlice<UInt8>]) {
            self.lines = Dictionary(grouping: lines) { String(decoding: $0, as: UTF8.self) }
        }

        /// Another line as text, spelled out when one of these looks the same and is not.
        func text(of line: ArraySlice<UInt8>) -> String {
            let text = String(decoding: line, as: UTF8.self)
            return lines[text]?.contains { $0 != line } == true ? Spelling.shown(line) : text
        }
    }
}

/// How a text is written, where two texts look the same and are not: `é` as one character, or as two.
enum Spelling {
    /// Whether two texts have the same bytes. To the standard library they are equal when they mean the same.
    static func isSame(_ one: String, _ other: String) -> Bool { one.utf8.elementsEqual(other.utf8) }

    /// The bytes as text, every character outside ASCII as `\u{E9}`, and every byte that is none as `\xE9`.
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
