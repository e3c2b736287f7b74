#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A file with test data that is not where it was looked for.
public struct MissingFixture: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name that was asked for.
    public let name: String
    /// The folders in which it was looked for and which exist; none when there was no folder at all.
    public let folders: [String]
    /// The names in these folders that are most like it.
    public let nearest: [String]

    init(_ name: String, in folders: [URL]) {
        var (existing, names): ([String], [String]) = ([], [])
        for folder in folders {
            guard let found = try? FileManager.default.contentsOfDirectory(atPath: folder.path) else { continue }
            existing.append(folder.path)
            names += found.filter { !$0.hasSuffix(".swift") }
        }
        self.name = name
        self.folders = existing.isEmpty ? folders.prefix(2).map(\.path) : existing
        nearest = NameDistance.nearest(to: name, among: Set(names))
    }

    /// What is not there, where it was looked for, and what was perhaps meant.
    public var description: String {
        guard !folders.isEmpty else {
            return "there is no fixture \(name): the bundle has no resources; "
                + "declare them in the manifest, resources: [.copy(\"Fixtures\")]"
        }
        var text = "there is no fixture \(name) in\n" + folders.map { "  \($0)" }.joined(separator: "\n")
        if !nearest.isEmpty { text += "\nthe nearest there: \(nearest.joined(separator: ", "))" }
        return text
    }
}
