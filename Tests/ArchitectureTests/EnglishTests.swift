import Foundation
import Testing

/// Words that make documentation read as if translated, and what to write instead.
struct EnglishTests {
    private static let words: [(found: String, instead: String)] = [
        ("what is no ", "say what it isn't"), ("for what is no ", "if it isn't"), ("that which", "what"),
        ("whoever", "name the person or the function"), ("one's own", "your own, or custom"),
        ("none of ours", "name it"), ("none of success", "not a success"), ("lets go of", "releases"),
        ("letting go", "releasing"),
        ("time-out", "timeout"), ("cancelled", "canceled"), ("cancelling", "canceling"), ("behaviour", "behavior"),
        ("by halves", "partly"), ("it is to be", "name who does it"), ("passed over", "skipped"),
        ("goes out", "is sent"), ("is told", "receives"), ("are told", "receive"), ("stands for", "means"),
        ("so many ", "a number of, or the number"), ("as one likes", "as you like"), ("nobody", "name who doesn't"),
        ("not any longer", "no longer"), ("anew", "again, or starting over"), ("simply ", "leave it out"),
        ("of course", "leave it out"), ("is to be ", "name who does it"), ("are to be ", "name who does it"),
        ("one likes", "you like"), ("ready-made", "name what is there"), ("patience", "a limit, or retries"),
        ("lodger", "a holder of a permit"), ("strands", "fibers"), ("one of success", "a success"),
    ]

    /// Sources, and articles without the history that decisions and the change log tell.
    private static let files =
        SourceFile.all(in: "Sources")
        + SnippetTests.documents.filter { file in
            !["Docs/Decisions/", "Docs/CHANGELOG.md", "Docs/Bridges/"].contains { file.path.hasPrefix($0) }
        }

    @Test func `what people read doesn't sound translated`() {
        for (found, instead) in Self.words {
            for file in Self.files where file.has(found) {
                for line in Self.prose(of: file) where line.has(found) {
                    Issue.record("\(file): “\(found)” → \(instead): \(line)")
                }
            }
        }
    }

    /// The names of tests, with their files.
    private static let names = SourceFile.all(in: "Tests").flatMap { file in
        file.lines.compactMap { line -> (file: SourceFile, name: String)? in
            guard let start = line.firstRange(of: "func `") else { return nil }
            return (file, String(line[start.upperBound...].prefix { $0 != "`" }))
        }
    }

    @Test func `names of tests don't sound translated`() {
        for (found, instead) in Self.words {
            for (file, name) in Self.names where name.has(found) {
                Issue.record("\(file): “\(found)” → \(instead): \(name)")
            }
        }
    }

    /// What the field calls things.
    private static let terms: [(found: String, instead: String)] = [
        ("second request", "hedging"), ("packages beside", "companion packages"), ("waits for no", "without waiting"),
        ("limits of addresses", "SSRF protection"), ("forms, parts", "multipart"), ("send parts", "multipart"),
        ("not subclasses", "interceptors, middleware"), ("urls that others", "SSRF"), ("urls that users", "SSRF"),
        ("keep its word", "lenient"), ("one load for many", "deduplicate"), ("stop asking", "circuit breaker"),
        ("servers to trust", "certificates"), ("what the fields tell", "header fields"), ("always true", "invariants"),
    ]

    @Test func `README and headings have the words of the field`() {
        for file in SnippetTests.documents where !file.path.hasPrefix("Docs/CHANGELOG.md") {
            for line in file.lines where file.path == "./README.md" || line.hasPrefix("#") {
                for (found, instead) in Self.terms where line.lowercased().contains(found) {
                    Issue.record("\(file): “\(found)” → \(instead): \(line)")
                }
            }
        }
    }

    @Test func `the search finds what it looks for`() {
        #expect(Self.names.count > 3_000)
        #expect(Self.files.count > 500)
        #expect(Self.files.contains { $0.has("/// Returns") })
        let code = SourceFile(path: "a.swift", text: "run(.cancelled, \"canceled\")\nstop() // said\n///     code\n")
        #expect(Self.prose(of: code) == ["canceled", "// said", "", ""])
        let article = SourceFile(path: "a.md", text: "one `two` three\n```swift\nfour\n```\n    five\nsix")
        #expect(Self.prose(of: article) == ["one  three", "", "six"])
    }

    /// The lines of a file without code: comments and the texts of strings, or the prose of an article.
    private static func prose(of file: SourceFile) -> [String] {
        file.path.hasSuffix(".swift") ? file.lines.map(prose) : articleProse(of: file.text)
    }

    private static func prose(of line: Substring) -> String {
        guard !line.drop(while: \.isWhitespace).hasPrefix("///     ") else { return "" }
        if let comment = line.firstRange(of: "//") { return String(line[comment.lowerBound...]) }
        return alternating(line.components(separatedBy: "\""), from: 1)
    }

    private static func articleProse(of text: String) -> [String] {
        alternating(text.components(separatedBy: "\n```"), from: 0).components(separatedBy: "\n").map { line in
            line.hasPrefix("    ") ? "" : alternating(line.components(separatedBy: "`"), from: 0)
        }
    }

    /// The parts at every other place.
    private static func alternating(_ parts: [String], from start: Int) -> String {
        parts.indices.filter { $0 % 2 == start }.map { parts[$0] }.joined()
    }
}
