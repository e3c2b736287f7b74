/// A resource and an example that don't fit together.
public struct ContractViolation: Error, Sendable, CustomStringConvertible {
    /// The place of an assertion in the tests.
    struct Place: Hashable, Sendable {
        let fileID: String
        let line: Int
    }

    /// The error of the load if the load failed.
    package let loadError: LoadError?
    /// The file and line of the assertion, such as `Tests/EpisodeTests.swift:12`.
    package let place: String
    /// What doesn't fit, in several lines: the error of the load, or the difference of both values, with `-` before
    /// what was expected and `+` before what was found.
    package let message: String

    init(_ text: String, _ error: (any Error)? = nil, changes: [String] = [], at place: Place) {
        let loadError = error as? LoadError
        self.loadError = loadError
        self.place = "\(place.fileID):\(place.line)"
        let reasons = error.map { [loadError?.debugDescription ?? "\($0)"] } ?? changes
        message = ([text] + reasons).joined(separator: "\n")
    }

    /// The place and the message.
    public var description: String { "\(place): \(message)" }
}

extension Snapshots {
    /// Returns the differences between two texts, with two lines of context.
    static func shortChanges(from expected: String, to found: String) -> [String] {
        let changes = changes(from: lines(of: Array(expected.utf8)), to: lines(of: Array(found.utf8)))
        let places = changes.indices.filter { !changes[$0].hasPrefix("  ") }
        var (shown, last) = ([String](), -1)
        for index in changes.indices where places.contains(where: { abs($0 - index) <= 2 }) {
            if index > last + 1 { shown.append("  …") }
            shown.append(changes[index])
            last = index
        }
        if last < changes.count - 1 { shown.append("  …") }
        return shown
    }
}
