import Foundation
import Testing

/// The walls between the rooms, proven over the sources.
struct WallTests {
    static let sources = SourceFile.all(in: "Sources")
    static let core = SourceFile.all(in: "Sources/ResourcefulCore")

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
        let expected: Set = ["Package.swift", "README.md", "LICENSE", "Sources", "Tests", "Docs"]
        #expect(Set(names.filter { !$0.hasPrefix(".") && $0 != "Package.resolved" }) == expected)
    }

    @Test(arguments: core) func `Core imports Foundation's essentials and nothing else`(file: SourceFile) {
        let imports = file.code.filter { line in
            line.utf8.count < 120 && line.split(separator: " ").dropLast().contains("import")
        }
        for line in imports {
            let module = line.split(separator: " ").last.map(String.init)
            #expect(["FoundationEssentials", "Foundation"].contains(module), "\(file): \(line)")
        }
    }

    @Test(arguments: core) func `Core awaits nothing, locks nothing and starts nothing`(file: SourceFile) {
        for line in file.code {
            let words = line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
            for word in ["async", "await", "Task", "TaskGroup", "Mutex", "NSLock", "DispatchQueue", "Atomic", "actor"] {
                #expect(!words.contains(Substring(word)), "\(file): \(line)")
            }
        }
    }

    @Test func `Core makes two unchecked promises: plans, and the bytes of a JSON document`() {
        let promises = Self.core.flatMap { file in
            file.code.filter { $0.contains("@unchecked") || $0.contains("nonisolated(unsafe)") }
        }
        #expect(promises.count <= 2, "\(promises)")
    }

    @Test(arguments: sources) func `nothing traps on what comes from outside`(file: SourceFile) {
        for line in file.code {
            #expect(!line.contains("try!") && !line.contains("fatalError") && !line.contains("as!"), "\(file): \(line)")
        }
    }

    @Test(arguments: sources) func `on Linux only the URLSession room imports FoundationNetworking`(file: SourceFile) {
        guard !file.path.hasPrefix("Sources/ResourcefulURLSession/") else { return }
        #expect(!file.text.contains("import FoundationNetworking"))
    }

    @Test(arguments: sources) func `Foundation is imported only where its essentials can't be`(file: SourceFile) {
        // URLSession belongs to the whole of Foundation.
        guard !file.path.hasPrefix("Sources/ResourcefulURLSession/") else { return }
        let code = file.code.map { $0.trimmingCharacters(in: .whitespaces) }
        for (index, line) in code.enumerated() where line.hasSuffix("import Foundation") {
            #expect(index > 0 && code[index - 1] == "#else", "\(file): \(line)")
        }
    }

    @Test(arguments: sources + SourceFile.all(in: "Docs/Examples") + SourceFile.all(in: "Tests"))
    func `files are short and lines fit`(file: SourceFile) {
        #expect(file.lines.count <= 301, "\(file) has \(file.lines.count - 1) lines")
        for line in file.lines { #expect(line.count <= 120, "\(file): \(line)") }
    }

    @Test func `no folder is a drawer for leftovers`() {
        for file in Self.sources {
            for folder in file.path.split(separator: "/") {
                #expect(!["Utils", "Helpers", "Base", "Extensions", "Common", "Misc"].contains(folder), "\(file)")
            }
        }
    }
}
