import Foundation
import Testing

/// In each room the folders form no circle: who reads a folder need not have read what is built on it.
struct FolderTests {
    static let rooms = [
        "ResourcefulJSON", "ResourcefulHTTP", "ResourcefulCore", "ResourcefulLoading", "ResourcefulTesting",
        "ResourcefulLab", "ResourcefulConnectivity", "ResourcefulDiagnostics", "ResourcefulDisk",
        "ResourcefulDownloads", "ResourcefulFormats",
        "ResourcefulIdentity", "ResourcefulOutbox", "ResourcefulPages", "ResourcefulProgress",
        "ResourcefulResilience", "ResourcefulStreams", "ResourcefulUploads",
    ]

    /// The uses of the folders of a room.
    private static func uses(in room: String) -> FolderUses {
        FolderUses(of: SourceFile.all(in: "Sources/\(room)").map { ($0.path, $0.text) }, below: "Sources/\(room)/")
    }

    private static let core = uses(in: "ResourcefulCore")

    @Test func `no folders of a module use each other, directly or through others`() {
        for room in Self.rooms {
            let uses = room == "ResourcefulCore" ? Self.core : Self.uses(in: room)
            for circle in uses.circles { Issue.record("\(room): \(circle)") }
        }
    }

    @Test func `the rooms have folders that use each other one way`() {
        let uses = Self.core
        #expect(uses.places["Policies"]?["Plan"]?.isEmpty == false)
        #expect(uses.places["Plan"]?["Policies"] == nil)
    }

    @Test func `a circle is found, and told with the files and the names that close it`() {
        let files = [
            ("S/A/One.swift", "public struct One {\n    let two: Two\n}\n"),
            ("S/B/Two.swift", "struct Two {\n    // One is not used here, nor in \"One\".\n    let three: Three?\n}\n"),
            ("S/C/Three.swift", "final class Three {\n    let text = \"\\(One.self)\"\n    private struct Two {}\n}\n"),
        ]
        #expect(
            FolderUses(of: files, below: "S/").circles == [
                "A → B (One.swift: Two), B → C (Two.swift: Three), C → A (Three.swift: One)"
            ])
        #expect(FolderUses(of: Array(files.dropLast()), below: "S/").circles.isEmpty)
    }
}

/// Which folders use which, by the names of the types that stand in them.
struct FolderUses {
    /// Of each folder, the ones that it uses, and where.
    private(set) var places: [String: [String: Set<String>]] = [:]

    init(of files: [(path: String, text: String)], below root: String) {
        let sources = files.map {
            (folder: Self.folder(of: $0.path, below: root), path: $0.path, code: Self.code($0.path, $0.text))
        }
        var homes: [String: Set<String>] = [:]
        for source in sources {
            for name in Self.declared(in: source.code) { homes[name, default: []].insert(source.folder) }
        }
        for source in sources {
            for name in Self.names(in: source.code.joined(separator: "\n")) {
                // A name that stands in several folders says nothing.
                guard let home = homes[name], home.count == 1, let folder = home.first, folder != source.folder
                else { continue }
                let file = source.path.split(separator: "/").last ?? ""
                places[source.folder, default: [:]][folder, default: []].insert("\(file): \(name)")
            }
        }
    }

    /// The shortest circle through each folder that is in one, each once.
    var circles: [String] {
        var circles: [String] = []
        var seen: Set<String> = []
        for start in places.keys.sorted() where !seen.contains(start) {
            guard let circle = circle(through: start) else { continue }
            seen.formUnion(circle)
            circles.append(
                zip(circle, circle.dropFirst() + [start]).map { from, to in
                    "\(from) → \(to) (\((places[from]?[to] ?? []).sorted().prefix(3).joined(separator: ", ")))"
                }.joined(separator: ", "))
        }
        return circles
    }

    private func circle(through start: String) -> [String]? {
        var ways = [[start]]
        var reached: Set<String> = []
        while !ways.isEmpty {
            let way = ways.removeFirst()
            for next in (places[way.last ?? start] ?? [:]).keys.sorted() {
                if next == start { return way }
                if reached.insert(next).inserted { ways.append(way + [next]) }
            }
        }
        return nil
    }

    /// The folder of a room in which a file stands, those inside of it included; a dot for the room itself.
    private static func folder(of path: String, below root: String) -> String {
        let parts = path.dropFirst(root.count).split(separator: "/")
        return parts.count > 1 ? String(parts[0]) : "."
    }

    /// The text without comments, and of strings only what is computed.
    private static func code(_ path: String, _ text: String) -> [String] {
        SourceFile(path: path, text: text).lines.map(code(of:))
    }

    /// The names of types: words with a capital letter that no dot stands before.
    private static func names(in code: String) -> Set<String> {
        var names: Set<String> = []
        code.utf8.withContiguousStorageIfAvailable { bytes in
            var (start, last) = (nil as Int?, UInt8(ascii: " "))
            for (index, byte) in bytes.enumerated() {
                let isCapital = byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
                let isSmall = byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z")
                let isDigit = byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
                let isInWord = isCapital || isSmall || isDigit || byte == UInt8(ascii: "_")
                if let begin = start, !isInWord {
                    names.insert(String(decoding: bytes[begin..<index], as: UTF8.self))
                    start = nil
                }
                if start == nil, isCapital, last == UInt8(ascii: " ") { start = index }
                last = isInWord || byte == UInt8(ascii: ".") ? byte : UInt8(ascii: " ")
            }
        }
        return names
    }

    private static func code(of line: Substring) -> String {
        // Most lines have neither; an expression that is tried on each of them takes a hundred times as long.
        guard line.utf8.contains(where: { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "/") }) else {
            return String(line)
        }
        if line.drop(while: \.isWhitespace).hasPrefix("//") { return "" }
        let strings = line.replacing(#/"(?:\\.|[^"\\])*"/#) { match in
            match.output.matches(of: #/\\\(([^)]*)\)?/#).map { " \($0.output.1) " }.joined()
        }
        return String(strings.replacing(#/\/\/.*/#, with: ""))
    }

    /// The types that are declared outside of others, and not for one file alone.
    private static func declared(in code: [String]) -> [String] {
        let declaration =
            #/
            ^(?:@\w+\ )*(?:(?:public|package|final|indirect)\ )*
            (?:struct|class|enum|protocol|typealias)\ ([A-Z]\w*)
            /#
        return code.compactMap { line in
            guard !line.has("    ") else { return nil }
            return line.firstMatch(of: declaration).map { String($0.output.1) }
        }
    }
}
