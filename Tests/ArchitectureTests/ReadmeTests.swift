import Foundation
import Testing

/// What README says about the rest of the documentation.
struct ReadmeTests {
    private let readme = (try? String(contentsOf: SourceFile.root.appending(path: "README.md"), encoding: .utf8)) ?? ""

    private func lines(of path: String) throws -> [String] {
        try String(contentsOf: SourceFile.root.appending(path: path), encoding: .utf8).components(separatedBy: "\n")
    }

    @Test func `README links every article, and its links lead somewhere`() throws {
        let folder = SourceFile.root.appending(path: "Docs/Resourceful.docc")
        let articles = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".md") }
        #expect(articles.count > 30)
        for article in articles where article != "Resourceful.md" {
            #expect(readme.contains("(Docs/Resourceful.docc/\(article))"), "\(article) has no link")
        }
        let links = readme.matches(of: /\]\(([^)#]+)\)/).map { String($0.1) }
        #expect(links.count > articles.count)
        for link in links {
            #expect(FileManager.default.fileExists(atPath: SourceFile.root.appending(path: link).path), "\(link)")
        }
    }

    @Test func `README and the article on installation say the same of what a product costs`() throws {
        let costs = { (line: String) -> [String]? in
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count > 3, let last = cells.last, last.hasSuffix(" KB") else { return nil }
            return [cells[0]] + cells.suffix(3)
        }
        let said = readme.components(separatedBy: "\n").compactMap(costs)
        let installation = try lines(of: "Docs/Resourceful.docc/Installation.md").compactMap(costs)
        #expect(Set(said) == Set(installation))
        // A kit without a figure is one that nobody measured.
        let manifest = try lines(of: "Package.swift").joined(separator: "\n")
        for kit in KitWallTests.imports.keys {
            let isMeasured = said.contains { $0[0] == "`\(kit)`" && $0[3] != "0 KB" }
            #expect(manifest.contains("\"\(kit)\"") && isMeasured, "\(kit)")
        }
    }

    @Test func `README's figures are those that the benchmark recorded`() throws {
        let recorded = try lines(of: "Docs/Resourceful.docc/Performance.md")
        let number = { (cell: Substring) in Double(cell.filter { $0.isNumber || $0 == "." }) }
        let time = { (title: String, name: String) throws -> Double in
            let table = try #require(recorded.firstIndex { $0.hasPrefix("| \(title) |") })
            let row = try #require(recorded[table...].first { $0.hasPrefix("| \(name) |") })
            return try #require(number(row.split(separator: "|")[1]))
        }
        let (small, list) = ("1 KB, one after the other", "100 KB list, decoded")
        let rows = readme.components(separatedBy: "\n").filter { $0.hasPrefix("| ") && $0.contains(" µs ") }
        #expect(rows.count == 5)
        for row in rows {
            let cells = row.split(separator: "|")
            let name = cells[0].trimmingCharacters(in: .whitespaces)
                .replacing(/, the default on Linux$| 1\.\d+$/, with: "")
            let times = [try time(small, name), try time(list, name)]
            let decoding = times[1] - (try time("100 KB list, not decoded", name))
            let expected = [
                (times[0], 0), (times[0] / (try time(small, "URLSession, lean")), 0.005), (times[1], 0),
                (times[1] / (try time(list, "URLSession, lean")), 0.005), (decoding, 0.5),
            ]
            for (said, (figure, rounding)) in zip(cells[1...].map(number), expected) {
                #expect(abs((said ?? 0) - figure) <= rounding, "\(name): \(figure)")
            }
        }
        let measured = try #require(readme.firstMatch(of: /(Swift 6\.\d\.\d), (\d{4}-\d\d-\d\d)/))
        let circumstances = try #require(recorded.first { $0.contains("Other work took") })
        #expect(circumstances.contains(measured.1) && circumstances.contains(measured.2))
    }

    @Test func `README, articles and Chinese pages name one address and one version`() throws {
        let citation = try lines(of: "Docs/CITATION.cff")
        let facts = ["repository-code: ", "version: "].map { key in
            citation.first { $0.hasPrefix(key) }?.dropFirst(key.count) ?? ""
        }
        let owner = facts[0].prefix(upTo: facts[0].lastIndex(of: "/") ?? facts[0].endIndex)
        var places = 0
        for document in SnippetTests.documents {
            for found in document.text.matches(of: /\.package\(url: "([^"]*)", from: "([^"]*)"/) {
                places += 1
                // A bridge is in the repository of its name, beside the library's.
                let isBridge = document.path.hasPrefix("Docs/Bridges/") && found.1.hasPrefix("\(owner)/Resourceful")
                #expect(isBridge || found.1 == facts[0], "\(document): Docs/repository writes it")
                #expect(found.2 == facts[1], "\(document): Docs/repository writes it")
            }
            for found in document.text.matches(of: /git clone (\S+)/) { #expect(found.1 == facts[0], "\(document)") }
            // What is said about the placeholder ends with it.
            let isPlaceholder = facts[0].contains("/OWNER/") || document.path == "Docs/Versioning.md"
            #expect(isPlaceholder || !document.text.contains("`OWNER`"), "\(document)")
        }
        #expect(places >= 5)
        // An address in another form would be missed.
        #expect(!SnippetTests.documents.contains { $0.text.contains("url: \"…") })
    }

    @Test func `README shows the error that the snippets print, and counts the lines of the compared calls`() throws {
        let error = try #require(readme.firstMatch(of: /\n```\n(GET [^`]+)\n```/))
        #expect(SnippetTests.compiled.has(SnippetTests.trimmed(String(error.1))), "\(error.1)")
        let rows = try lines(of: "Docs/Resourceful.docc/ComparedCalls.md").filter { $0.contains(" / ") }.suffix(3)
        let counts = rows.map { $0.matches(of: /\| (\d+) \//).map { String($0.1) } }
        let said = try #require(
            readme.firstMatch(of: /\d, \d and \d lines;[^;]* \d, \d and \d+, and .* \d, \d and \d/))
        let columns = said.0.matches(of: /\d+/).map { String($0.0) }
        try #require(columns.count == 9)
        let transposed: [[String]] = (0..<3).map { row in stride(from: row, to: 9, by: 3).map { columns[$0] } }
        #expect(transposed == counts)
    }

    @Test func `README begins with where it was run, and shows code before it tells how to install it`() throws {
        let places = [
            "not run there yet", "journey.svg", "Resource<[Episode]>(json:", ".posting(draft)", "ResourcefulProgress",
            "parse failed at", "DryRun(", "what-if.svg", "\n## Install", "\n## Try it", "\n## Speed",
            "\n## What it doesn't do", "\n## Comparison", "\n## Documentation",
        ].map { readme.firstRange(of: $0).map { readme.distance(from: readme.startIndex, to: $0.lowerBound) } ?? -1 }
        #expect(places == places.sorted() && places[0] > 0 && places[0] < 800, "\(places)")
    }

    @Test func `the comparison has at most five rows that only Resourceful has, and says what it lacks`() throws {
        let sections = readme.components(separatedBy: "\n## ")
        let table = try #require(sections.first { $0.hasPrefix("Comparison\n") }).split(separator: "\n")
        let rows = table.filter { $0.hasPrefix("| ") }.dropFirst().map { row in
            row.split(separator: "|").dropFirst().map { $0.trimmingCharacters(in: .whitespaces) }
        }
        #expect(rows.count > 20 && rows.allSatisfy { $0.count == 6 })
        #expect(rows.count { $0.dropFirst().allSatisfy(\.isEmpty) } <= 5)
        #expect(rows.count { ["", "none"].contains($0[0]) } >= 5)
    }
}
