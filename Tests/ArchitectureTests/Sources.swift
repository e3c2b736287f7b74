import Foundation

/// The files of the package, as text.
struct SourceFile: CustomStringConvertible, Sendable {
    let path: String
    let text: String

    var description: String { path }
    var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }

    /// The lines without comments and without the text of strings.
    var code: [String] {
        lines.map { line in
            let withoutStrings = line.replacing(#/"(\\.|[^"\\])*"/#, with: "\"\"")
            return String(
                withoutStrings.prefix(upTo: withoutStrings.firstRange(of: "//")?.lowerBound ?? withoutStrings.endIndex))
        }
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
