#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension JSON.Encoder {
    /// How dates are written.
    public enum Dates: Sendable {
        /// As the date encodes itself: the seconds since 2001 began, in UTC.
        case deferredToDate
        /// The seconds since 1970 began, in UTC.
        case secondsSince1970
        /// The milliseconds since 1970 began, in UTC.
        case millisecondsSince1970
        /// A string such as `2026-03-14T09:26:53Z` (RFC 3339), whole seconds.
        case iso8601
        /// Whatever a function writes; nothing is written as an empty object.
        case custom(@Sendable (Date, any Swift.Encoder) throws -> Void)
    }

    /// How binary data are written.
    public enum DataForm: Sendable {
        /// As a string in Base64 (RFC 4648, section 4).
        case base64
        /// As the data encode themselves: an array of numbers.
        case deferredToData
        /// Whatever a function writes; nothing is written as an empty object.
        case custom(@Sendable (Data, any Swift.Encoder) throws -> Void)
    }

    /// How the keys of types are changed.
    public enum Keys: Sendable {
        /// As the types name them.
        case useDefaultKeys
        /// `publishedAt` as `published_at`, `theURLOf` as `the_url_of`.
        case convertToSnakeCase
        /// Whatever a function makes of the path to the key, the key included.
        case custom(@Sendable (_ codingPath: [any CodingKey]) -> any CodingKey)
    }

    /// What becomes of numbers that JSON can't write.
    public enum NonFiniteNumbers: Sendable {
        /// The encoding fails.
        case `throw`
        /// They are written as strings.
        case convertToString(positiveInfinity: String, negativeInfinity: String, nan: String)
    }

    /// What the text looks like.
    public struct Output: OptionSet, Sendable {
        /// One bit for each choice.
        public let rawValue: Int
        /// The choices whose bits are set.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// Every member and element on a line of its own, indented by two spaces for each level.
        public static let prettyPrinted = Output(rawValue: 1)
        /// Members in the order of their keys, compared byte by byte in UTF-8.
        public static let sortedKeys = Output(rawValue: 2)
        /// `/` and not `\/`.
        public static let withoutEscapingSlashes = Output(rawValue: 4)
    }
}
