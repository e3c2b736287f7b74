import Foundation
import Testing

/// How long an article may be, and what it is called.
struct ArticleTests {
    private static let articles = SourceFile.all(in: "Docs/Resourceful.docc", ending: ".md")

    /// Words that have a capital letter within a heading.
    private static let names: Set = [
        "Alamofire", "Amazon", "Apple", "Chinese", "Combine", "Ctrl", "Expect", "Foundation", "Get", "Lines", "Linux",
        "Moya", "Pointer", "Services", "Static", "Swift", "Testing", "Web", "Webservice",
    ]

    @Test func `no article has more than 4,000 words`() {
        #expect(Self.articles.count > 70)
        for article in Self.articles {
            let words = article.text.split(whereSeparator: \.isWhitespace).count
            #expect(words <= 4_000, "\(article) has \(words) words: make several of it")
        }
    }

    @Test func `an article has one name: a link to it is called as its title`() throws {
        var links = 0
        for document in SnippetTests.documents where !document.path.hasPrefix("Docs/zh/") {
            // On the site, a link without a text has the title.
            #expect(!document.has("](doc:"), "\(document): write <doc:Article>")
            guard document.has("Resourceful.docc/") else { continue }
            for link in document.text.matches(of: /\[([^\]]+)\]\((?:[\w.\/]*\/)?Resourceful\.docc\/(\w+)\.md\)/) {
                links += 1
                let article = try #require(Self.articles.first { $0.path.hasSuffix("docc/\(link.output.2).md") })
                #expect(Self.headings(of: article).first == "\(link.output.1)", "\(document): [\(link.output.1)]")
            }
        }
        #expect(links > 60)
    }

    @Test func `only the first word of a heading and names have a capital letter`() {
        for document in Self.articles + SnippetTests.documents.filter({ $0.path == "./README.md" }) {
            for heading in Self.headings(of: document) {
                let words = heading.replacing(/`[^`]*`/, with: "").split(separator: " ")
                for (before, word) in zip(words, words.dropFirst()) where !before.hasSuffix(":") {
                    guard let word = word.firstMatch(of: /^[A-Z][a-z]+\b/) else { continue }
                    #expect(Self.names.contains("\(word.output)"), "\(document): \(heading)")
                }
            }
        }
    }

    /// The site's check holds the same, an hour later.
    @Test func `a line of Swift on the site has 96 columns at most, which is what fits`() {
        var lines = 0
        // Articles that count lines have lines as long as they are elsewhere.
        let counted = #/\/(?:\w+Stack|ComparedCalls)\.md$/#
        for file in Self.articles.filter({ !$0.path.contains(counted) }) + SourceFile.all(in: "Sources") {
            for block in file.text.matches(of: /```swift\n((?s:.*?))```/) {
                let comment = file.path.hasSuffix(".swift") ? /^ *\/\/\/ ?/ : /^/
                let code = block.output.1.split(separator: "\n").map { $0.trimmingPrefix(comment) }
                lines += code.count
                for line in code { #expect(line.count <= 96, "\(file): \(line)") }
            }
        }
        #expect(lines > 2_000)
    }

    /// The headings of a document without its code, with the title first.
    private static func headings(of document: SourceFile) -> [String] {
        let prose = document.text.components(separatedBy: "\n```").enumerated().filter { $0.offset.isMultiple(of: 2) }
        let lines = prose.flatMap { $0.element.split(separator: "\n") }
        return lines.filter { $0.firstMatch(of: #/^#+ /#) != nil }.map { String($0.drop { "# ".contains($0) }) }
    }
}
