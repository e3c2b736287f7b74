import Foundation
import Testing

/// The walls between the rooms, proven over the sources.
struct WallTests {
    static let sources = SourceFile.all(in: "Sources")
    /// The rooms in which everything is a value or a function.
    static let core = imports.keys.sorted().flatMap { SourceFile.all(in: "Sources/\($0)") }

    @Test func `there are sources to look at`() {
        #expect(Self.core.count > 30)
        #expect(Self.sources.count > Self.core.count)
    }

    @Test func `the root manifest has no package dependencies`() throws {
        let manifest = try String(contentsOf: SourceFile.root.appending(path: "Package.swift"), encoding: .utf8)
        #expect(!manifest.contains(".package("))
        #expect(manifest.contains("swift-tools-version: 6.1"))
    }

    @Test func `the root holds what it should and nothing else`() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: SourceFile.root.path)
        let expected: Set = ["Package.swift", "README.md", "CONTRIBUTING.md", "LICENSE", "Sources", "Tests", "Docs"]
        #expect(Set(names.filter { !$0.hasPrefix(".") && $0 != "Package.resolved" }) == expected)
    }

    @Test(arguments: [("tellTime", "time"), ("drawNumber", "number"), ("ask", "ask"), ("note", "note")])
    func `a new effect touches four files besides its own`(method: String, word: String) {
        let (declaration, next) = ("func \(method)", "then next: Next<")
        let touched = Self.sources.filter { $0.has(declaration) && $0.has(next) }.filter { file in
            let code = file.code
            return code.contains { $0.has("\(declaration)(") || $0.has("\(declaration)<") }
                && code.contains { $0.has(next) }
        }
        let names = touched.map(\.path).filter { !$0.contains("/Plan/Effects/") && !$0.hasSuffix("LoadDecision.swift") }
        #expect(names.count == 4, "\(names)")
        // Nothing that watches, keeps or repeats loads lists it; the dry run tells random numbers from counts.
        let naming = Self.sources.filter { $0.has("EffectName(\"\(word)\"") }
        #expect(naming.count == 1, "\(naming.map(\.path))")
    }

    /// What each room may import, beside Foundation's essentials.
    static let imports: [String: Set<String>] = [
        "ResourcefulJSON": ["CResourcefulStack"], "ResourcefulHTTP": ["ResourcefulJSON", "CResourcefulZlib"],
        "ResourcefulCore": ["ResourcefulJSON", "ResourcefulHTTP"],
    ]

    @Test(arguments: imports.keys.sorted()) func `the pure rooms import what stands below them and nothing else`(
        room: String
    ) throws {
        let allowed = try #require(Self.imports[room]).union(["FoundationEssentials", "Foundation"])
        let files = SourceFile.all(in: "Sources/\(room)")
        #expect(files.count > 10)
        for file in files {
            for line in file.code where line.utf8.count < 120 && line.has("import") {
                let words = line.split(separator: " ")
                guard words.dropLast().contains("import"), let last = words.last else { continue }
                #expect(allowed.contains(String(last)), "\(file): \(line)")
            }
        }
    }

    /// The folders of the kits that describe and decide, and leave it to others to load.
    static let pureFolders = [
        "ResourcefulConnectivity/Policies", "ResourcefulDownloads/Steps", "ResourcefulProgress/Counting",
        "ResourcefulStreams/Combinators",
        "ResourcefulStreams/Events",
        "ResourcefulStreams/Framing", "ResourcefulStreams/JSON", "ResourcefulStreams/Parser",
        "ResourcefulStreams/Parts", "ResourcefulStreams/Text",
        "ResourcefulUploads/Protocols", "ResourcefulUploads/Uploads",
    ]

    @Test func `the pure rooms await nothing, lock nothing and start nothing`() {
        let words: Set = ["async", "await", "Task", "TaskGroup", "Mutex", "NSLock", "DispatchQueue", "Atomic", "actor"]
        let folders = Self.pureFolders.map { SourceFile.all(in: "Sources/\($0)") }
        #expect(folders.allSatisfy { !$0.isEmpty })
        for file in Self.core + folders.flatMap(\.self) where words.contains(where: file.has) {
            for line in file.code where words.contains(where: line.has) {
                let found = line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.filter {
                    words.contains(String($0))
                }
                #expect(found.isEmpty, "\(file): \(line)")
            }
        }
    }

    @Test func `nothing traps on what comes from outside`() {
        let words = ["try!", "fatalError", "as!"]
        for file in Self.sources where words.contains(where: file.has) {
            var function: Substring = ""
            for line in file.code {
                if line.has("func ") { function = line.prefix { $0 != "(" } }
                if line.has("fatalError"), function == "package func stopAtLiteral" { continue }
                #expect(!words.contains(where: line.has), "\(file): \(line)")
            }
        }
    }

    @Test func `only a wrong literal stops the program, and says so in release mode, too`() {
        let literals = ["init(stringLiteral", "init(integerLiteral", "init(written"]
        var stops = 0
        for file in Self.sources where file.has("stopAtLiteral(") || literals.contains(where: file.has) {
            var place = ""
            for line in file.code {
                if line.has("func ") || line.has(" init") { place = line }
                #expect(!line.has("precondition") || !literals.contains(where: place.has), "\(file): \(line)")
                guard line.has("stopAtLiteral("), !line.has("func stopAtLiteral(") else { continue }
                stops += 1
                #expect(literals.contains(where: place.has), "\(file): \(line)")
            }
        }
        #expect(stops == 8)
    }

    @Test func `on Linux only the URLSession module imports FoundationNetworking`() {
        for file in Self.sources where !file.path.hasPrefix("Sources/ResourcefulURLSession/") {
            #expect(!file.has("import FoundationNetworking"), "\(file)")
        }
    }

    @Test func `Foundation is imported only where its essentials can't be`() {
        // URLSession belongs to the whole of Foundation.
        for file in Self.sources where !file.path.hasPrefix("Sources/ResourcefulURLSession/") {
            let code = file.code
            for (index, line) in code.enumerated() where line.has("import Foundation") {
                guard line.trimmingCharacters(in: .whitespaces).hasSuffix("import Foundation") else { continue }
                let before = index > 0 ? code[index - 1].trimmingCharacters(in: .whitespaces) : ""
                #expect(before == "#else", "\(file): \(line)")
            }
        }
    }

    @Test func `files are short and lines fit`() {
        for file in Self.sources + SourceFile.all(in: "Docs/Examples") + SourceFile.all(in: "Tests") {
            let lines = file.lines
            #expect(lines.count <= 301, "\(file) has \(lines.count - 1) lines")
            // A character has at least a byte.
            for line in lines where line.utf8.count > 120 { #expect(line.count <= 120, "\(file): \(line)") }
        }
    }

    @Test func `no folder is a drawer for leftovers`() {
        for file in Self.sources {
            for folder in file.path.split(separator: "/") {
                #expect(!["Utils", "Helpers", "Base", "Extensions", "Common", "Misc"].contains(folder), "\(file)")
            }
        }
    }
}
