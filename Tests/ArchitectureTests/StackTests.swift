import Foundation
import Testing

/// The five stacks that are rebuilt: how short they are, and what their chapters promise of each feature.
struct StackTests {
    struct Stack: CustomTestStringConvertible, Sendable {
        let name: String
        /// How many lines the document takes, without blank lines and comments.
        let linesThere: Int

        var testDescription: String { name }
        var sources: [SourceFile] { SourceFile.all(in: "Docs/Examples/\(name)/Stack") }
        var linesHere: Int { sources.flatMap { Self.code(in: $0.text) }.count }

        private static func code(in text: String) -> [String] {
            text.components(separatedBy: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
                .filter { !$0.isEmpty && !$0.hasPrefix("//") }
        }

        /// The rows of the table of features, which is a page of its own or ends its chapter.
        var rows: [[String]] {
            get throws {
                let page = try #require(StackTests.page("\(name)Features") ?? StackTests.chapter(of: name))
                let table = page.components(separatedBy: "## Every feature").last ?? ""
                // The first line is that of the names, and the one below it has no space.
                let lines = table.components(separatedBy: "\n").filter { $0.hasPrefix("| ") }.dropFirst()
                return lines.map { line in
                    line.replacing("\\|", with: "¦").split(separator: "|", omittingEmptySubsequences: false)
                        .dropFirst().dropLast().map { $0.trimmingCharacters(in: .whitespaces) }
                }
            }
        }
    }

    static let stacks = [
        Stack(name: "Daily", linesThere: 208), Stack(name: "Posts", linesThere: 371),
        Stack(name: "Targets", linesThere: 68), Stack(name: "Feed", linesThere: 181),
        Stack(name: "Talk", linesThere: 106),
    ]

    static let testNames = Set(
        SourceFile.all(in: "Tests").flatMap { file in
            file.text.matches(of: #/func `([^`]+)`/#).map { String($0.output.1) }
        })

    static func chapter(of name: String) -> String? { page("\(name)Stack") }

    private static func page(_ name: String) -> String? {
        SourceFile.all(in: "Docs/Resourceful.docc", ending: "\(name).md").first?.text
    }

    @Test(arguments: stacks) func `a stack takes at most half of its document's lines, and public API alone`(
        stack: Stack
    ) throws {
        let lines = stack.linesHere
        #expect(lines > 10 && lines * 2 <= stack.linesThere, "\(lines) of \(stack.linesThere)")
        for file in SourceFile.all(in: "Docs/Examples/\(stack.name)") {
            for word in ["@unchecked", "package ", "nonisolated(unsafe)", "try!", "@testable"] {
                #expect(!file.text.contains(word), "\(file) has \(word)")
            }
        }
        let chapter = try #require(Self.chapter(of: stack.name))
        #expect(chapter.contains("\(stack.linesThere) lines there, \(lines) here"))
    }

    @Test(arguments: stacks) func `each feature of a document is shown in a file and tested`(stack: Stack) throws {
        let rows = try stack.rows
        #expect(rows.count >= 18)
        for row in rows {
            #expect(row.count == 6 && row.allSatisfy { !$0.isEmpty }, "\(row)")
            guard row.count == 6 else { continue }
            #expect(Int(row[1]) != nil && Int(row[2]) != nil, "\(row[0]): \(row[1]), \(row[2])")
            if !row[3].hasPrefix("not there:") {
                let path = row[3].trimmingCharacters(in: ["`"])
                let file = SourceFile.root.appending(path: "Docs/Examples/\(path)")
                let isThere = FileManager.default.fileExists(atPath: file.path)
                #expect(isThere, "\(row[0]): there is no \(path)")
                let test = row[4].trimmingCharacters(in: ["`"])
                let isKnown = Self.testNames.contains(test)
                #expect(isKnown, "\(row[0]): there is no test \(test)")
            }
        }
    }

    @Test func `no feature that was counted is left out`() throws {
        #expect(try Self.stacks.map { try $0.rows.count }.reduce(0, +) >= 132)
    }
}
