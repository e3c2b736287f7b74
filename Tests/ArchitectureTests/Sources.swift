import Foundation

/// The files of the package, as text.
struct SourceFile: CustomStringConvertible, Sendable {
    let path: String
    let text: String

    var description: String { path }
    var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }

    /// The lines without comments and without the text of strings.
    let code: [String]

    init(path: String, text: String) {
        self.path = path
        self.text = text
        code = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Self.code)
    }

    private static func code(of line: Substring.UTF8View) -> String {
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
        let names = FileManager.default.enumerator(atPath: root.appending(path: folder).path)?.allObjects ?? []
        return names.compactMap { $0 as? String }.filter { $0.hasSuffix(ending) && !$0.contains(".build") }.sorted()
            .compactMap { name in
                let path = "\(folder)/\(name)"
                let text = try? String(contentsOf: root.appending(path: path), encoding: .utf8)
                return text.map { SourceFile(path: path, text: $0) }
            }
    }
}
