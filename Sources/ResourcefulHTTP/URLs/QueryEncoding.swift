extension Query {
    /// The rules that turn a value into query items. Servers expect different formats, so you can set each rule.
    ///
    /// The standard encoding repeats names for arrays, puts nested keys in brackets, writes `true` and `false`, formats
    /// dates in ISO 8601, and omits absent values.
    ///
    ///     struct Filter: Encodable {
    ///         var tags: [String]
    ///         var isNew: Bool
    ///     }
    ///     let filter = Filter(tags: ["swift", "laws"], isNew: true)
    ///     let rails = Query.Encoding(arrays: .brackets, booleans: .digits)
    ///     print(try Query(encoding: filter, by: rails).encoded)
    ///     // tags%5B%5D=swift&tags%5B%5D=laws&isNew=1
    public struct Encoding: Sendable {
        /// The names of array elements.
        var arrays: Arrays
        /// The names of nested keys.
        var nesting: Nesting
        /// The format of Booleans.
        var booleans: Booleans
        /// The format of dates.
        var dates: Dates
        /// The treatment of absent values.
        var absences: NilHandling
        /// The encoding of a space.
        var spaces: Spaces

        /// Creates an encoding. It follows the standard encoding's rules where you don't specify any.
        public init(
            arrays: Arrays = .repeated, nesting: Nesting = .brackets, booleans: Booleans = .words,
            dates: Dates = .iso8601, absences: NilHandling = .omitted, spaces: Spaces = .percentEncoded
        ) {
            self.arrays = arrays
            self.nesting = nesting
            self.booleans = booleans
            self.dates = dates
            self.absences = absences
            self.spaces = spaces
        }

        /// The default encoding.
        public static let standard = Encoding()
    }
}

extension Query.Encoding {
    /// The names of array elements.
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

    /// The names of nested keys.
    public enum Nesting: Hashable, Sendable {
        /// `a[b]=1`
        case brackets
        /// `a.b=1`
        case dots
    }

    /// The format of Booleans.
    public enum Booleans: Hashable, Sendable {
        /// `true` and `false`
        case words
        /// `1` and `0`
        case digits
    }

    /// The treatment of absent values: nil, or an array element that is nil.
    public enum NilHandling: Hashable, Sendable {
        /// Absent values are left out, including their names.
        case omitted
        /// Absent values are empty: `a=`
        case empty
    }

    /// The format of dates: a function that returns the text of a date.
    ///
    ///     let years = Query.Encoding.Dates { date in
    ///         String(Calendar(identifier: .gregorian).component(.year, from: date))
    ///     }
    ///     let request = Request("episodes.json")
    ///         .query("since", Date(timeIntervalSince1970: 0), by: Query.Encoding(dates: years))
    public struct Dates: Sendable {
        let text: @Sendable (Date) throws -> String

        /// Creates a format from a custom function.
        public init(_ text: @escaping @Sendable (Date) throws -> String) { self.text = text }

        /// `2026-01-31T23:59:59Z` (RFC 3339), without fractions of a second.
        public static let iso8601 = Dates { $0.formatted(.iso8601) }
        /// The seconds since the beginning of 1970, with a fraction if there is one.
        public static let secondsSince1970 = Dates { QueryText.of($0.timeIntervalSince1970) }
        /// The milliseconds since the beginning of 1970, with a fraction if there is one.
        public static let millisecondsSince1970 = Dates { QueryText.of($0.timeIntervalSince1970 * 1000) }
    }
}

/// The text of numbers.
enum QueryText {
    /// Returns the shortest text of a floating-point number, without `.0` if it is whole.
    static func of(_ number: some BinaryFloatingPoint & LosslessStringConvertible) -> String {
        let text = "\(number)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}
