import Foundation
import Testing

/// Words that make documentation read as if translated, and what to write instead.
struct EnglishTests {
    private static let words: [(found: String, instead: String)] = [
        ("what is no ", "say what it isn't"), ("for what is no", "if it isn't"), ("that which", "what"),
        ("whoever", "name the person or the function"), ("one's own", "your own, or custom"),
        ("none of ours", "name it"), ("lets go of", "releases"), ("letting go", "releasing"),
        ("time-out", "timeout"), ("cancelled", "canceled"), ("cancelling", "canceling"), ("behaviour", "behavior"),
        ("by halves", "partly"), ("it is to be", "name who does it"), ("passed over", "skipped"),
        ("goes out", "is sent"), ("is told", "receives"), ("are told", "receive"), ("stands for", "means"),
        ("so many ", "a number of, or the number"), ("as one likes", "as you like"), ("nobody", "name who doesn't"),
        ("not any longer", "no longer"), ("of itself", "leave it out"),
    ]

    /// Sources, and articles without the history that decisions and the change log tell.
    private static let files =
        SourceFile.all(in: "Sources")
        + SnippetTests.documents.filter { file in
            !["Docs/Decisions/", "Docs/CHANGELOG.md", "Docs/Bridges/"].contains { file.path.hasPrefix($0) }
        }

    @Test(arguments: words) func `what people read doesn't sound translated`(found: String, instead: String) {
        for file in Self.files where file.has(found) {
            for line in file.lines where Self.prose(of: line, in: file).has(found) {
                Issue.record("\(file): “\(found)” → \(instead): \(line)")
            }
        }
    }

    @Test func `the search finds what it looks for`() {
        #expect(Self.files.count > 500)
        #expect(Self.files.contains { $0.has("/// Returns") })
        let file = SourceFile(path: "a.swift", text: "")
        #expect(Self.prose(of: "    run(.cancelled, \"was canceled\") ", in: file) == "was canceled")
        #expect(Self.prose(of: "    run(.cancelled) // said", in: file) == "// said")
    }

    /// The part of a line that is prose: a comment, the text of a string, or a line of an article that isn't code.
    private static func prose(of line: Substring, in file: SourceFile) -> String {
        guard file.path.hasSuffix(".swift") else { return line.hasPrefix("    ") ? "" : String(line) }
        guard !line.drop(while: \.isWhitespace).hasPrefix("///     ") else { return "" }
        if let comment = line.firstRange(of: "//") { return String(line[comment.lowerBound...]) }
        let parts = line.split(separator: "\"", omittingEmptySubsequences: false)
        return parts.indices.filter { $0 % 2 == 1 }.map { parts[$0] }.joined(separator: "\n")
    }
}
