import Foundation
import Testing

/// The wall between the two suites: what `swift test` runs has no clock, no sleep, no other process and no socket, but
/// for a list. The rest stands in Tests/Extended, where every suite takes a permit.
struct SuiteTests {
    /// What the default suite doesn't use, and why.
    static let words: [(word: String, reason: String)] = [
        ("Task.sleep", "a sleep"), ("sleep(", "a sleep"), ("Clock.now", "a clock"), ("ContinuousClock", "a clock"),
        ("SuspendingClock", "a clock"), ("DispatchTime", "a clock"), ("clock_gettime", "a clock"),
        ("Growth.", "a clock"), (".timeIntervalSinceNow", "a clock"), ("LoopbackServer", "a socket"),
        ("Service(", "a socket"), ("waitpid", "another process"), ("posix_spawn", "another process"),
        ("processExitsWith", "another process"), ("Shell.", "another process"), (".wait(timeout:", "a clock"),
    ]

    /// The files of the default suite that may use something of it.
    static let allowed: [String: (uses: Set<String>, reason: String)] = [
        "Tests/Support/TestSupport/Eventually.swift": (
            ["a sleep"], "waits for an event, and asserts nothing about time"
        ),
        "Tests/Support/TransportSupport/Service.swift": (["a socket"], "the server of the contract"),
        "Tests/Support/TransportSupport/Support.swift": (["a socket"], "the server of the contract"),
        "Tests/TransportTests/ExchangeTests.swift": (["a socket"], "the contract of the transports"),
        "Tests/TransportTests/FieldTests.swift": (["a socket"], "the contract of the transports"),
        "Tests/TransportTests/RedirectTests.swift": (["a socket"], "the contract of the transports"),
        "Tests/ContractTests/SpellingTests.swift": (["a socket"], "the spelling of LoopbackServer"),
    ]

    /// The folders of the default suite.
    static let folders = [
        "ResourcefulJSONTests", "ResourcefulHTTPTests", "ResourcefulCoreTests", "ResourcefulLoadingTests", "KitTests",
        "TransportTests", "ResourcefulTestingTests", "ContractTests", "ArchitectureTests", "Support",
    ]

    static func uses(of file: SourceFile) -> Set<String> {
        let found = words.filter { file.has($0.word) }
        guard !found.isEmpty else { return [] }
        let code = file.code
        return Set(found.filter { word, _ in code.contains { $0.has(word) } }.map(\.reason))
    }

    @Test func `no clock, sleep, process or socket is in the default suite, but for the list`() {
        let files = Self.folders.flatMap { SourceFile.all(in: "Tests/\($0)") }
        #expect(files.count > 300)
        for file in files where file.path != "Tests/ArchitectureTests/SuiteTests.swift" {
            let uses = Self.uses(of: file)
            #expect(uses == Self.allowed[file.path]?.uses ?? [], "\(file)")
        }
        #expect(Set(Self.allowed.keys).isSubset(of: files.map(\.path)))
    }

    @Test func `every suite of the extended one takes a permit`() {
        let folders = ["SocketTests", "TimedTests", "CampaignTests", "ExampleTests", "SnippetTests"]
        let files = folders.flatMap { SourceFile.all(in: "Tests/Extended/\($0)") }
        #expect(files.count > 200)
        for file in files where file.has("@Test") {
            let tests = file.code.count { $0.has("@Test") }
            let suites = file.code.count { $0.has("@Suite(.permit") || $0.has("@Suite(.alone") }
            #expect(tests == 0 || suites > 0, "\(file) has no suite with a permit")
            for line in file.code where line.hasPrefix("struct ") && line.has("Tests {") {
                Issue.record("\(file): without a permit: \(line)")
            }
        }
    }

    @Test func `each target belongs to the suite in whose folder it stands`() throws {
        let manifest = try String(contentsOf: SourceFile.root.appending(path: "Package.swift"), encoding: .utf8)
        let parts = manifest.components(separatedBy: "let extendedTests")
        let package = try #require(parts.last?.components(separatedBy: "let package").first)
        #expect(parts.count == 2 && !parts[0].contains("\"Tests/Extended"))
        let targets = package.components(separatedBy: "arget(\n").dropFirst() + []
        for target in targets {
            #expect(target.contains("\"Tests/Extended/") || target.contains("\"Tests/Fuzzing/"), "\(target)")
        }
        #expect(parts[0].components(separatedBy: ".testTarget(").count - 1 <= 12)
        #expect(targets.count >= 9)
    }

    @Test func `what the wall keeps out is found`() {
        for (word, reason) in Self.words {
            let file = SourceFile(path: "a.swift", text: "// \(word)\nlet a = \(word)\n")
            #expect(Self.uses(of: file).contains(reason), "\(word)")
            #expect(Self.uses(of: SourceFile(path: "a.swift", text: "// \(word)\n")).isEmpty)
        }
    }
}
