import Foundation
import Testing

/// The kits: each stands on the slim core, which names none of them.
struct KitWallTests {
    /// What each kit may import beside Foundation's essentials and the system's libraries.
    static let imports: [String: Set<String>] = [
        "ResourcefulDiagnostics": ["ResourcefulLoading"],
        "ResourcefulDisk": ["ResourcefulLoading"],
        "ResourcefulDownloads": ["ResourcefulStreams"],
        "ResourcefulFormats": ["ResourcefulCore"],
        "ResourcefulIdentity": ["ResourcefulLoading"],
        "ResourcefulOAuth": ["ResourcefulCore", "ResourcefulHTTP", "ResourcefulJSON"],
        "ResourcefulPages": ["ResourcefulLoading"],
        "ResourcefulProgress": ["ResourcefulLoading"],
        "ResourcefulResilience": ["ResourcefulCore"],
        "ResourcefulStreams": ["ResourcefulProgress"],
    ]

    /// What is part of the slim core.
    static let core = [
        "Resourceful", "ResourcefulCore", "ResourcefulCurl", "ResourcefulHTTP", "ResourcefulJSON", "ResourcefulLoading",
        "ResourcefulNetwork", "ResourcefulURLSession",
    ]

    /// What only the package can see, and a kit uses even so, with the reason.
    static let inside: [String: [String: String]] = [:]

    private static let system: Set = [
        "FoundationEssentials", "Foundation", "Glibc", "Musl", "Android", "Darwin", "Dispatch", "Synchronization", "os",
    ]

    private static func imports(of file: SourceFile) -> [String] {
        file.code.compactMap { line in
            let words = line.split(separator: " ")
            return words.count < 5 && words.dropLast().last == "import" ? words.last.map(String.init) : nil
        }
    }

    @Test func `every kit is on the list, in the manifest and in the umbrella`() throws {
        let manifest = try #require(
            SourceFile.all(in: ".", ending: "Package.swift").first { $0.path == "./Package.swift" })
        let umbrella = try #require(SourceFile.all(in: "Sources/ResourcefulKits").first)
        let exported = Set(Self.imports(of: umbrella))
        #expect(exported == Set(Self.imports.keys).union(["Resourceful"]))
        for kit in Self.imports.keys {
            #expect(manifest.has(".library(name: \"\(kit)\", targets: [\"\(kit)\"])"), "\(kit)")
        }
    }

    @Test(arguments: imports.keys.sorted()) func `a kit imports what the list says`(kit: String) throws {
        let allowed = try #require(Self.imports[kit]).union(Self.system)
        let files = SourceFile.all(in: "Sources/\(kit)")
        #expect(files.count > 1)
        for file in files {
            for name in Self.imports(of: file) { #expect(allowed.contains(name), "\(file) imports \(name)") }
        }
    }

    /// The kits that use the public interface of the core alone. The compiler proves it, since it gives them no access
    /// to what the package shares.
    static let writable = [
        "ResourcefulDisk", "ResourcefulFormats", "ResourcefulIdentity", "ResourcefulPages", "ResourcefulResilience",
    ]

    @Test func `a kit on the list of those that a user could have written is compiled without access to the package`()
        throws
    {
        let manifest = try #require(
            SourceFile.all(in: ".", ending: "Package.swift").first { $0.path == "./Package.swift" })
        for kit in Self.writable {
            let target = manifest.text.components(separatedBy: "name: \"\(kit)\", dependencies:").dropFirst().first
            let settings = target?.components(separatedBy: "swiftSettings").first
            #expect(settings?.contains("packageAccess: false") == true, "\(kit)")
        }
    }

    @Test func `the slim core imports no kit`() {
        for file in Self.core.flatMap({ SourceFile.all(in: "Sources/\($0)") }) {
            for name in Self.imports(of: file) { #expect(Self.imports[name] == nil, "\(file) imports \(name)") }
        }
    }

    @Test func `what only the package can see is used by the kits on the list`() {
        for (kit, names) in Self.inside {
            let files = SourceFile.all(in: "Sources/\(kit)")
            for (name, reason) in names {
                #expect(files.contains { $0.code.contains { $0.has(name) } }, "\(kit): \(name), because \(reason)")
            }
        }
    }

    @Test func `the walk through a plain GET names files that exist, and no kit`() throws {
        let text = try #require(SourceFile.all(in: "Docs", ending: "Architecture.md").first).text
        let walk = try #require(
            text.components(separatedBy: "## A plain GET, file by file").last?
                .components(separatedBy: "\n## ").first)
        let files = walk.matches(of: #/`(Resourceful\w*\/[^`]+\.swift)`/#).map { "Sources/\($0.output.1)" }
        #expect(files.count > 25)
        let known = Set(Self.core.flatMap { SourceFile.all(in: "Sources/\($0)") }.map(\.path))
        for file in files { #expect(known.contains(file), "\(file)") }
    }
}
