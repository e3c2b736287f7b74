extension JSON.Encoder {
    /// The format of dates.
    public enum Dates: Sendable {
        /// The format of `Date` itself: seconds since the start of 2001 in UTC.
        case deferredToDate
        /// The seconds since the start of 1970 in UTC.
        case secondsSince1970
        /// The milliseconds since the start of 1970 in UTC.
        case millisecondsSince1970
        /// A string such as `2026-03-14T09:26:53Z` (RFC 3339), in whole seconds.
        case iso8601
        /// A custom format, written by a function. If it writes nothing, the date is an empty object.
        case custom(@Sendable (Date, any Swift.Encoder) throws -> Void)
    }

    /// The format of binary data.
    public enum DataForm: Sendable {
        /// A string in Base64 (RFC 4648, section 4).
        case base64
        /// The format of `Data` itself: an array of numbers.
        case deferredToData
        /// A custom format, written by a function. If it writes nothing, the data is an empty object.
        case custom(@Sendable (Data, any Swift.Encoder) throws -> Void)
    }

    /// The conversion of the keys of types.
    public enum Keys: Sendable {
        /// No conversion.
        case useDefaultKeys
        /// A conversion from `publishedAt` to `published_at`, and from `theURLOf` to `the_url_of`.
        case convertToSnakeCase
        /// A custom conversion by a function, which receives the path including the key.
        case custom(@Sendable (_ codingPath: [any CodingKey]) -> any CodingKey)
    }

    /// The treatment of numbers that JSON can't represent.
    public enum NonFiniteNumbers: Sendable {
        /// Encoding throws an error.
        case `throw`
        /// The numbers are written as strings.
        case convertToString(positiveInfinity: String, negativeInfinity: String, nan: String)
    }

    /// The format of the text.
    ///
    ///     let readable = JSON.Encoder(output: [.prettyPrinted, .sortedKeys])
    public struct Output: OptionSet, Sendable {
        /// The bits of the options.
        public let rawValue: Int
        /// Creates the options whose bits are set.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// Each member and element on its own line, indented by two spaces per level.
        public static let prettyPrinted = Output(rawValue: 1)
        /// Members sorted by their keys, compared byte by byte in UTF-8.
        public static let sortedKeys = Output(rawValue: 2)
        /// Slashes as `/` instead of `\/`.
        public static let withoutEscapingSlashes = Output(rawValue: 4)
    }
}
