/// A file with test data that wasn't found.
public struct MissingFixture: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name of the file.
    let name: String
    /// The existing folders that were searched; if none exists, the first two. Empty if there was no folder to search.
    package let folders: [String]
    /// The nearest names in these folders.
    package let nearest: [String]

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

    /// The missing file, the folders that were searched, and the nearest names.
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
