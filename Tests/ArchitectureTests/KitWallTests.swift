import Foundation
import Testing

/// The kits: each stands on the slim core, which names none of them.
struct KitWallTests {
    /// What each kit may import beside Foundation's essentials and the system's libraries.
    static let imports: [String: Set<String>] = [
        "ResourcefulConnectivity": ["ResourcefulLoading", "Network"],
        "ResourcefulDiagnostics": ["ResourcefulLoading"],
        "ResourcefulDisk": ["ResourcefulLoading"],
        "ResourcefulDownloads": ["ResourcefulStreams"],
        "ResourcefulFormats": ["ResourcefulCore"],
        "ResourcefulIdentity": ["ResourcefulLoading"],
        "ResourcefulOAuth": ["ResourcefulCore", "ResourcefulHTTP", "ResourcefulJSON"],
        "ResourcefulOutbox": ["ResourcefulLoading"],
        "ResourcefulPages": ["ResourcefulLoading"],
        "ResourcefulProgress": ["ResourcefulLoading"],
        "ResourcefulResilience": ["ResourcefulCore"],
        "ResourcefulStreams": ["ResourcefulProgress"],
        "ResourcefulUploads": ["ResourcefulLoading"],
    ]

    /// What is part of the slim core.
    static let core = [
        "Resourceful", "ResourcefulCore", "ResourcefulCurl", "ResourcefulHTTP", "ResourcefulJSON", "ResourcefulLoading",
        "ResourcefulNetwork", "ResourcefulURLSession",
    ]

    /// What only the package can see, and a kit uses even so, below its reason. Tests/API/inside compares it with the
    /// compiler's index.
    static let inside: [String: [(reason: String, names: [String])]] = {
        var lists: [String: [(reason: String, names: [String])]] = [:]
        var kit = ""
        for line in SourceFile.all(in: "Tests/API", ending: "inside.txt").flatMap(\.lines) where !line.hasPrefix("#") {
            let text = String(line.drop(while: \.isWhitespace))
            switch line.count - text.count {
            case 0: kit = text
            case 2: lists[kit, default: []].append((text, []))
            default: lists[kit]?.indices.last.map { lists[kit]?[$0].names.append(text) }
            }
        }
        return lists
    }()

    static let system: Set = [
        "FoundationEssentials", "Foundation", "Glibc", "Musl", "Android", "Darwin", "Dispatch", "Synchronization", "os",
    ]

    static func imports(of file: SourceFile) -> [String] {
        file.code.compactMap { line in
            guard line.has("import ") else { return nil }
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
        "ResourcefulConnectivity", "ResourcefulDisk", "ResourcefulFormats", "ResourcefulIdentity", "ResourcefulOutbox",
        "ResourcefulPages",
        "ResourcefulResilience",
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

    @Test func `every kit uses the public interface alone, or has a list with reasons`() {
        #expect(Set(Self.inside.keys).union(Self.writable) == Set(Self.imports.keys).union(["ResourcefulLab"]))
        #expect(Set(Self.inside.keys).isDisjoint(with: Self.writable))
        for (kit, groups) in Self.inside {
            for (reason, names) in groups {
                #expect(reason.count > 20 && reason.hasSuffix(".") && !names.isEmpty, "\(kit): \(reason)")
                #expect(names == names.sorted(), "\(kit): \(reason)")
            }
            let names = groups.flatMap(\.names)
            #expect(Set(names).count == names.count, "\(kit)")
        }
    }

    @Test(arguments: inside.keys.sorted()) func `what only the package can see is used by the kits on the list`(
        kit: String
    ) {
        // Some are used in what a text computes.
        let files = SourceFile.all(in: "Sources/\(kit)")
        for name in Self.inside[kit, default: []].flatMap(\.names) where !name.contains(".init(") {
            let last = name.split(separator: "(")[0].split(separator: ".").last ?? ""
            // A type need not be written to be used.
            let isUsed = last.first?.isUppercase == true || files.contains { $0.has(String(last)) }
            #expect(isUsed, "\(kit): \(name)")
        }
    }

    /// The types that a file declares with a scope, at its outermost level.
    private static func types(in file: SourceFile, scope: String) -> [String] {
        guard file.has(scope) else { return [] }
        let kinds: Set<Substring> = ["struct", "enum", "class", "actor", "protocol", "typealias"]
        return file.code.filter { $0.hasPrefix(scope) }.compactMap { line in
            let words = line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
            return words.firstIndex(where: kinds.contains).flatMap {
                $0 + 1 < words.count ? String(words[$0 + 1]) : nil
            }
        }
    }

    @Test(arguments: inside.keys.sorted()) func `a type that only the package can see is on the list of its users`(
        kit: String
    ) {
        let core = Self.core.flatMap { SourceFile.all(in: "Sources/\($0)") }
        let types = Set(core.flatMap { Self.types(in: $0, scope: "package ") })
        #expect(types.count > 100)
        let files = SourceFile.all(in: "Sources/\(kit)")
        let own = files.flatMap(\.code).joined(separator: "\n")
        let used = Set(own.matches(of: #/(?:^|[^.\w])([A-Z]\w*)/#).map { String($0.output.1) })
        let listed = Self.inside[kit, default: []].flatMap(\.names).map { String($0.split(separator: ".")[0]) }
        let declared = own.matches(of: #/(?:struct|enum|class|protocol|typealias|case) (\w+)/#).map {
            String($0.output.1)
        }
        for name in used.intersection(types).subtracting(listed).subtracting(declared).sorted() {
            Issue.record("\(kit): \(name)")
        }
    }

    @Test func `a contender of the benchmarks names the products that it imports`() throws {
        let peers = "Tests/Benchmarks/Peers"
        let manifest = try #require(
            SourceFile.all(in: peers, ending: "Package.swift").first { !$0.path.has("/.build/") })
        let files = SourceFile.all(in: "\(peers)/Sources")
        #expect(files.count > 5)
        for file in files {
            let folder = file.path.dropFirst(peers.count + "/Sources/".count).prefix { $0 != "/" }
            let target = manifest.text.components(separatedBy: "\"\(folder)\"").dropFirst().first ?? ""
            let declared = target.components(separatedBy: ".contender(")[0]
            for name in Self.imports(of: file) where name.hasPrefix("Resourceful") {
                #expect(declared.contains("\"\(name)\""), "\(file) imports \(name)")
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
