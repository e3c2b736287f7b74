import Foundation
import Testing

/// The lab stands on the tools that every test needs, and they don't know it: a test that only stubs and runs compiles
/// without the lab.
struct LabWallTests {
    /// What the modules for tests may import beside the system's libraries.
    static let imports: [String: Set<String>] = [
        // A dry run has every loop of a Webservice. A server receives requests as they are compressed.
        "ResourcefulTesting": [
            "ResourcefulLoading", "ResourcefulDiagnostics", "ResourcefulDownloads", "ResourcefulPages",
            "ResourcefulProgress", "ResourcefulStreams", "CResourcefulZlib",
        ],
        "ResourcefulSwiftTesting": ["ResourcefulTesting", "ResourcefulDiagnostics", "Testing"],
        "ResourcefulLab": ["ResourcefulTesting", "ResourcefulDiagnostics"],
    ]

    private static func sources(of module: String) -> [SourceFile] { SourceFile.all(in: "Sources/\(module)") }

    @Test(arguments: imports.keys.sorted()) func `a module for tests imports what the list says`(
        module: String
    ) throws {
        let allowed = try #require(Self.imports[module]).union(KitWallTests.system)
        let files = Self.sources(of: module)
        #expect(files.count > 3)
        for file in files {
            for name in KitWallTests.imports(of: file) { #expect(allowed.contains(name), "\(file) imports \(name)") }
        }
    }

    @Test func `nothing imports the lab, and no room or kit imports what is for tests`() {
        let files = SourceFile.all(in: "Sources")
        for file in files where !Self.imports.keys.contains(where: { file.path.hasPrefix("Sources/\($0)/") }) {
            for name in KitWallTests.imports(of: file) { #expect(Self.imports[name] == nil, "\(file) imports \(name)") }
        }
        #expect(!files.contains { KitWallTests.imports(of: $0).contains("ResourcefulLab") })
    }

    /// Tests/API/inside compares the list with what the compiler has found.
    @Test func `a type of the tools that only the package can see is there for the lab`() {
        let declaration = #/(?m)^package (?:final )?(?:struct|class|enum|protocol|actor) (\w+)/#
        let found = Self.sources(of: "ResourcefulTesting").flatMap { $0.text.matches(of: declaration).map(\.output.1) }
        let listed = Set(KitWallTests.inside["ResourcefulLab", default: []].flatMap(\.names))
        #expect(found.count > 3)
        for name in found { #expect(listed.contains(String(name)), "\(name)") }
    }
}
