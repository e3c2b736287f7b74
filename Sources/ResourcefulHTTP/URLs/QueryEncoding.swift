#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension Query {
    /// How a value becomes the items of a query: as a value, since every server has its own idea.
    ///
    /// The standard one repeats names for arrays, puts nested keys into brackets, writes `true` and `false`, dates by
    /// ISO 8601, and leaves out what is absent.
    public struct Encoding: Sendable {
        /// How the elements of an array are named.
        public var arrays: Arrays
        /// How a key inside another is named.
        public var nesting: Nesting
        /// How a boolean is written.
        public var booleans: Booleans
        /// How a date is written.
        public var dates: Dates
        /// What becomes of a value that is not there.
        public var absences: Absences
        /// How a space is written.
        public var spaces: Spaces

        /// An encoding; the standard one but for what is said.
        public init(
            arrays: Arrays = .repeated, nesting: Nesting = .brackets, booleans: Booleans = .words,
            dates: Dates = .iso8601, absences: Absences = .omitted, spaces: Spaces = .percentEncoded
        ) {
            self.arrays = arrays
            self.nesting = nesting
            self.booleans = booleans
            self.dates = dates
            self.absences = absences
            self.spaces = spaces
        }

        /// The encoding that is used unless another is named.
        public static let standard = Encoding()
    }
}

extension Query.Encoding {
    /// How the elements of an array are named.
    public enum Arrays: Hashable, Sendable {
        /// `a=1&a=2`
        case repeated
        /// `a[]=1&a[]=2`
        case brackets
        /// `a[0]=1&a[1]=2`
        case indexed
        /// `a=1,2`; a comma in an element is `%2C`. Only for elements that are single values.
        case commas
    }

    /// How a key inside another is named.
    public enum Nesting: Hashable, Sendable {
        /// `a[b]=1`
        case brackets
        /// `a.b=1`
        case dots
    }

    /// How a boolean is written.
    public enum Booleans: Hashable, Sendable {
        /// `true` and `false`
        case words
        /// `1` and `0`
        case digits
    }

    /// What becomes of a value that is not there: nil, or an element of an array that is nil.
    public enum Absences: Hashable, Sendable {
        /// Nothing: its name does not occur.
        case omitted
        /// An empty value: `a=`
        case empty
    }

    /// How a date is written: a function from a date to its text.
    public struct Dates: Sendable {
        let text: @Sendable (Date) throws -> String

        /// Dates written by a function of one's own.
        public init(_ text: @escaping @Sendable (Date) throws -> String) { self.text = text }

        /// `2026-01-31T23:59:59Z` (RFC 3339), fractions of a second cut off.
        public static let iso8601 = Dates { $0.formatted(.iso8601) }
        /// Seconds since the beginning of 1970, with a fraction where there is one.
        public static let secondsSince1970 = Dates { QueryText.of($0.timeIntervalSince1970) }
        /// Milliseconds since the beginning of 1970, with a fraction where there is one.
        public static let millisecondsSince1970 = Dates { QueryText.of($0.timeIntervalSince1970 * 1000) }
    }
}

/// The text of numbers.
enum QueryText {
    /// A floating-point number as briefly as can be: without the `.0` of a whole one.
    static func of(_ number: some BinaryFloatingPoint & LosslessStringConvertible) -> String {
        let text = "\(number)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}
