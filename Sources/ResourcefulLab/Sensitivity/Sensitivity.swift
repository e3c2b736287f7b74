/// What a resource needs of a server's answer: which members it can't do without, which are optional, and which it
/// doesn't read.
///
///     let report = try Episode.all.sensitivity(to: Fixture("podcast.json"))
///     try assertSnapshot(of: report, named: "podcast")
///
/// Parsing is pure, so the resource reads the body again and again, each time with one ``Change`` to one member. The
/// members of all elements of a list count as one, such as `[].id`. The keys of a dictionary stay as they are.
///
/// The report has the names of members and the types of values, but no values. It knows only the members that the body
/// has. A part of the value that differs each time the same body is read, such as an identifier that the model makes,
/// is ignored.
public struct Sensitivity: Hashable, Sendable {
    /// How much a resource needs a member.
    ///
    ///     #expect(report["[].title"]?.need == .needed)
    ///     #expect(report.members(.notRead).isEmpty)
    public enum Need: String, Hashable, Sendable, CustomStringConvertible {
        /// Without the member, the resource can't read the answer.
        case needed
        /// Without the member, the resource reads the answer; some change makes it read another value, or fail.
        case optional
        /// No change makes a difference.
        case notRead = "not read"

        /// The words for a report.
        public var description: String { rawValue }
    }

    /// The type of a JSON value.
    ///
    ///     #expect(report["[].id"]?.kinds == [.number])
    public enum Kind: String, Hashable, Sendable, CustomStringConvertible {
        /// `null`.
        case null
        /// `true` or `false`.
        case boolean = "a Boolean"
        /// A number.
        case number = "a number"
        /// A string.
        case text
        /// An array.
        case list = "a list"
        /// An object.
        case object = "an object"

        /// The words for a report.
        public var description: String { rawValue }
    }

    /// A member of the body, in all places that its path leads to.
    public struct Member: Hashable, Sendable {
        /// The path.
        public let path: Path
        /// The types of the values in the body, in the order in which they occur.
        public let kinds: [Kind]
        /// How much the resource needs it.
        public let need: Need
        /// The changes that were tried, and the worst outcome of each in any place.
        public let effects: [Effect]
        /// The number of objects that have the member, or of lists that have elements; 1 for the body.
        package let holders: Int
        /// The number of objects that could have the member, or of lists that have elements; 1 for the body.
        package let parents: Int

        /// The outcome of a change; nil if it doesn't apply to values of these types.
        public subscript(change: Change) -> Outcome? { effects.first { $0.change == change }?.outcome }
    }

    /// A change, and its outcome.
    public struct Effect: Hashable, Sendable {
        /// The change.
        public let change: Change
        /// The outcome.
        public let outcome: Outcome
    }

    /// The members, each after the one that contains it. The first is the body.
    public let members: [Member]
    /// The elements of lists that are empty in the body: nothing is known about them.
    public let unknown: [Path]
    /// The number of members that weren't tried because the limit was reached.
    package let leftOut: Int
    /// The number of changed bodies that were read.
    package let readings: Int

    /// The member at a path as the report writes it, such as `[].id`; the empty path is the body. Nil if the body has
    /// no such member, or if it was left out.
    public subscript(path: String) -> Member? { members.first { $0.path.text == path } }

    /// The members that the resource needs, finds optional, or doesn't read.
    public func members(_ need: Need) -> [Member] { members.filter { $0.need == need } }
}

/// Compares a report with the recorded one next to the test file: see
/// `assertSnapshot(of:named:filePath:)`.
///
/// A review then shows which members of the server's answer are newly needed.
/// - Throws: `SnapshotMismatch`; the system's error if the file can't be written.
@_disfavoredOverload
public func assertSnapshot(of report: Sensitivity, named name: String, filePath: String = #filePath) throws {
    try assertSnapshot(of: report.description, named: name, filePath: filePath)
}
