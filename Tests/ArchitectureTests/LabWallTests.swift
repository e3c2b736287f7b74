import Foundation
import Testing

/// The lab stands on the tools that every test needs, and they don't know it: a test that only stubs and runs compiles
/// without the lab.
struct LabWallTests {
    /// What the modules for tests may import beside the system's libraries.
    static let imports: [String: Set<String>] = [
        "ResourcefulTesting": ["ResourcefulLoading", "ResourcefulDiagnostics", "ResourcefulStreams"],
        "ResourcefulSwiftTesting": ["ResourcefulTesting", "ResourcefulDiagnostics", "Testing"],
        "ResourcefulLab": ["ResourcefulTesting", "ResourcefulDiagnostics"],
    ]

    /// What only the package can see of the tools, and the lab uses even so, with the reason.
    static let inside: [String: String] = [
        "Scheduler": "a search chooses the branch that takes each step, and reads which others could have",
        "Footprint": "steps that don't conflict are one order, and not two",
        "scheduler": "the run that a search tries has its scheduler",
        "respond": "a failure takes the place of the server's answer",
        "requestLimit": "a world without an end is abandoned",
        "meter": "traffic and leaks are found in exchanges, while they happen",
        "RunMeter": "traffic and leaks are found in exchanges, while they happen",
        "EventLog": "a failure is shown as a run is, in fewer lines",
        "SplitMix64": "what is drawn at random is drawn again from its seed",
        "stubbedPieces": "a body that is cut has the size of what was sent",
        "stubbedFailure": "a body that is cut has the size of what was sent",
        "delivered": "a secret is searched in what a client receives",
        "answer": "a recording finds the answer to a relative request as a stub finds its request",
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

    @Test func `what only the package can see of the tools is used by the lab`() {
        let (tools, lab) = (Self.sources(of: "ResourcefulTesting"), Self.sources(of: "ResourcefulLab"))
        for (name, reason) in Self.inside {
            let declaration = "package \(name.first?.isUppercase == true ? "[a-z]+" : "(var|func)") \(name)\\b"
            #expect(
                tools.contains { $0.text.range(of: declaration, options: .regularExpression) != nil },
                "nothing in ResourcefulTesting is \(name)")
            #expect(lab.contains { $0.code.contains { $0.has(name) } }, "\(name), because \(reason)")
        }
    }

    @Test func `no type but those on the list is there for the package`() {
        let declaration = #/(?m)^package (?:final )?(?:struct|class|enum|protocol|actor) (\w+)/#
        let found = Self.sources(of: "ResourcefulTesting").flatMap { $0.text.matches(of: declaration).map(\.output.1) }
        #expect(Set(found.map(String.init)) == Set(Self.inside.keys.filter { $0.first?.isUppercase == true }))
    }
}
