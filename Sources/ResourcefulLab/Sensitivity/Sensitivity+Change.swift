extension Sensitivity {
    /// A change of a member that a server could make.
    public struct Change: Hashable, Sendable, CustomStringConvertible {
        /// The words for a report.
        public let description: String

        /// The member is missing: the key of an object, or an element of a list. The body is empty.
        public static let missing = Change("missing")
        /// The value is null.
        public static let null = Change("null")
        /// The value is text instead of another type. A number or a Boolean is put in quotes.
        public static let text = Change("text")
        /// The value is a number instead of another type: the number in a text if there is one.
        public static let number = Change("number")
        /// The value is a Boolean instead of another type.
        public static let boolean = Change("Boolean")
        /// The value is an empty list.
        public static let emptyList = Change("empty list")
        /// The value is an empty object.
        public static let emptyObject = Change("empty object")
        /// The text is another one: a case of an enumeration that you don't know, or something that isn't a date.
        public static let anotherText = Change("another text")
        /// The text is empty.
        public static let emptyText = Change("empty text")
        /// The number is another small one.
        public static let anotherNumber = Change("another number")
        /// The number is 5,000,000,000.
        public static let beyondInt32 = Change("beyond Int32")
        /// The number is 20,000,000,000,000,000,000.
        public static let beyondInt64 = Change("beyond Int64")
        /// The number has a fraction. Tried if it was a whole number.
        public static let fraction = Change("fraction")
        /// The Boolean is the other one.
        public static let anotherBoolean = Change("another Boolean")

        static let all: [Change] = [
            .missing, .null, .text, .number, .boolean, .emptyList, .emptyObject, .anotherText, .emptyText,
            .anotherNumber, .beyondInt32, .beyondInt64, .fraction, .anotherBoolean,
        ]

        init(_ description: String) { self.description = description }

        /// The changes of the type of a value, and the type that each leads to.
        static let ofType: KeyValuePairs<Change, Kind> = [
            .text: .text, .number: .number, .boolean: .boolean, .emptyList: .list, .emptyObject: .object,
        ]

        /// The change that leads to a type.
        init(to kind: Kind) {
            self = kind == .null ? .null : Self.ofType.first { $0.value == kind }?.key ?? .missing
        }
    }

    /// What a resource makes of a changed body.
    public enum Outcome: Hashable, Sendable {
        /// It reads the same value.
        case sameValue
        /// It reads another value.
        case anotherValue
        /// It can't read the body.
        case fails(Failure)

        /// The reason why the resource can't read the body; nil if it can.
        public var failure: Failure? { if case .fails(let failure) = self { failure } else { nil } }

        /// Returns the worse of two outcomes; this one if they are alike.
        func worse(_ other: Outcome) -> Outcome {
            switch (self, other) {
            case (.fails, _), (.anotherValue, .sameValue), (.anotherValue, .anotherValue), (.sameValue, .sameValue):
                self
            default: other
            }
        }
    }

    /// The reason why a resource can't read a body, without the values in it.
    public struct Failure: Hashable, Sendable, CustomStringConvertible {
        /// The stage of the load; nil for an error that the resource declares.
        public let stage: LoadError.Stage?
        /// The place in the body; nil if the error has none.
        public let path: JSONPath?
        /// The kind of parse failure; nil for other errors.
        public let kind: ParseFailure.Kind?
        /// What was expected, on one line of at most 100 characters; nil for other errors.
        let expected: String?
        /// The type of the error, at most 30 characters.
        public let error: String

        init(_ error: any Error) {
            let load = error as? LoadError
            let cause = load?.underlyingError ?? error
            let failure = cause as? ParseFailure
            stage = load?.stage
            path = failure?.path
            kind = failure?.kind
            expected = failure.map {
                String($0.expected.split(whereSeparator: \.isNewline).joined(separator: " ").prefix(100))
            }
            self.error = String("\(type(of: cause))".prefix(30))
        }

        /// One line, such as `[].id: expected Int (mismatch)`.
        public var description: String { (path?.isEmpty == false ? "\(Path(path ?? [])): " : "") + withoutPath }

        var withoutPath: String {
            if let kind, let expected { return "expected \(expected) (\(kind))" }
            return stage == .status ? "unexpected status" : error
        }

        /// The words for a report.
        var verb: String {
            if stage == .status { return "fails at the status stage" }
            return kind != nil || stage == .parse ? "fails" : "fails with \(error)"
        }
    }
}
