import Foundation
import Testing

/// The article "Caching", as text.
enum Article {
    static func text() throws -> String { try document("Docs/Resourceful.docc/CachingResponses.md") }

    /// The rows of the table whose head begins with these cells. Each row is a list of cells.
    static func table(_ head: String) throws -> [[String]] {
        let lines = try text().split(separator: "\n", omittingEmptySubsequences: false)
        let start = try #require(lines.firstIndex { $0.hasPrefix(head) }, "no table begins with \(head)")
        return lines[(start + 2)...].prefix { $0.hasPrefix("|") }.map { line in
            line.dropFirst().dropLast().split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        }
    }

    /// The fenced blocks of a language.
    static func blocks(_ kind: String) throws -> [String] {
        try text().components(separatedBy: "\n```\(kind)\n").dropFirst().map { $0.components(separatedBy: "\n```")[0] }
    }
}
