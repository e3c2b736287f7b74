import Foundation
import Testing

/// Every Swift snippet of README and Docs stands, paragraph by paragraph, in a file that is compiled and run here.
struct SnippetTests {
    static let documents =
        SourceFile.all(in: "Docs", ending: ".md").filter { !$0.path.contains(".output") }
        + SourceFile.all(in: ".", ending: "README.md").filter { $0.path == "./README.md" }

    /// The code that the tests compile and run.
    static let compiled = ["Tests/Extended/SnippetTests", "Docs/Examples", "Docs/Bridges/Gateway/Sources"]
        .flatMap { SourceFile.all(in: $0) }
        .map { trimmed($0.text) }
        .joined(separator: "\n")

    @Test func `every Swift snippet is compiled and run`() {
        for document in Self.documents {
            for paragraph in Self.paragraphs(of: document.text) {
                #expect(Self.compiled.has(paragraph), "\(document): not compiled by the tests:\n\(paragraph)")
            }
        }
    }

    @Test func `the search for snippets finds them`() {
        #expect(Self.documents.contains { $0.path == "Docs/Resourceful.docc/GettingStarted.md" })
        #expect(Self.documents.contains { $0.path == "./README.md" })
        #expect(Self.documents.flatMap { Self.paragraphs(of: $0.text) }.count >= 16)
        #expect(!Self.compiled.contains("let neverWritten = 1"))
    }

    /// The paragraphs of all blocks of Swift, imports left out.
    private static func paragraphs(of text: String) -> [String] {
        let blocks = text.components(separatedBy: "```swift\n").dropFirst().map { block in
            block.components(separatedBy: "\n```")[0]
        }
        return blocks.flatMap { $0.components(separatedBy: "\n\n") }.map(trimmed)
            .filter { !$0.isEmpty && !$0.hasPrefix("import ") && !$0.hasPrefix("@testable import ") }
    }

    /// The text without indentation and without empty lines at both ends.
    static func trimmed(_ text: String) -> String {
        text.components(separatedBy: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: "\n")
            .trimmingCharacters(in: .newlines)
    }
}
