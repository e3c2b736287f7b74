import Foundation

/// The files of the package, as text.
struct SourceFile: CustomStringConvertible, Sendable {
    let path: String
    let text: String

    var description: String { path }
    /// Found by C: code that isn't optimised takes a hundred times as long for each byte.
    var lines: [Substring] {
        var (text, places) = (text, [Int]())
        text.withUTF8 { bytes in
            guard let start = bytes.baseAddress else { return }
            var rest = 0
            while let end = memchr(start + rest, CInt(UInt8(ascii: "\n")), bytes.count - rest) {
                places.append(UnsafeRawPointer(end) - UnsafeRawPointer(start))
                rest = (places.last ?? 0) + 1
            }
        }
        let ends = places.map { text.utf8.index(text.startIndex, offsetBy: $0) }
        let starts = [text.startIndex] + ends.map { text.utf8.index(after: $0) }
        return zip(starts, ends + [text.endIndex]).map { text[$0..<$1] }
    }

    /// The lines without comments and without the text of strings.
    var code: [String] { lines.map { Self.code(of: $0.utf8) } }

    /// Whether a word stands anywhere in it: asked before the lines are looked at one by one.
    func has(_ word: String) -> Bool { text.has(word) }

    private static func code(of line: Substring.UTF8View) -> String {
        // Most lines have neither strings nor comments.
        let isPlain = line.withContiguousStorageIfAvailable { bytes in
            guard let start = bytes.baseAddress else { return true }
            return memchr(start, CInt(UInt8(ascii: "\"")), bytes.count) == nil
                && memchr(start, CInt(UInt8(ascii: "/")), bytes.count) == nil
        }
        if isPlain == true { return String(Substring(line)) }
        var code: [UInt8] = []
        var isInString = false
        var last: UInt8 = 0
        for byte in line {
            if !isInString, byte == UInt8(ascii: "/"), last == byte {
                code.removeLast()
                break
            }
            if byte == UInt8(ascii: "\""), !isInString || last != UInt8(ascii: "\\") { isInString.toggle() }
            if !isInString || byte == UInt8(ascii: "\"") { code.append(byte) }
            last = isInString && last == UInt8(ascii: "\\") && byte == last ? 0 : byte
        }
        return String(decoding: code, as: UTF8.self)
    }

    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The files below a folder whose names end so.
    static func all(in folder: String, ending: String = ".swift") -> [SourceFile] {
        let names = FileManager.default.enumerator(atPath: root.appending(path: folder).path)
        var found: [String] = []
        while let name = names?.nextObject() as? String {
            // What was built has thousands of files, and is hidden.
            if name.split(separator: "/").last?.hasPrefix(".") == true { names?.skipDescendants() }
            if name.hasSuffix(ending) { found.append(name) }
        }
        return found.sorted().compactMap { name in
            let path = "\(folder)/\(name)"
            let text = try? String(contentsOf: root.appending(path: path), encoding: .utf8)
            return text.map { SourceFile(path: path, text: $0) }
        }
    }
}

extension String {
    /// Whether a text stands in it, byte for byte: what `contains` says after a hundred times as long.
    func has(_ text: String) -> Bool { strstr(self, text) != nil }
}
