extension JSON {
    /// A decoder that creates `Decodable` values from JSON as Foundation's `JSONDecoder` does, but reads them from the
    /// tape.
    ///
    /// It agrees with `JSONDecoder` on values, kinds of errors, and coding paths. Decision 11, "JSON on a tape", lists
    /// the intentional differences.
    ///
    ///     let decoder = JSON.Decoder(dates: .iso8601, keys: .convertFromSnakeCase)
    ///     let episode = try decoder.decode(Published.self, from: text)
    public struct Decoder: Sendable {
        /// The format of dates.
        public enum Dates: Sendable {
            /// The format of `Date` itself: seconds since 2001.
            case deferredToDate
            /// A number of seconds since 1970.
            case secondsSince1970
            /// A number of milliseconds since 1970.
            case millisecondsSince1970
            /// A string in the format of RFC 3339, `2026-03-14T09:26:53.5Z`, with or without a fraction of a second.
            case iso8601
            /// A custom format, read by a function.
            case custom(@Sendable (any Swift.Decoder) throws -> Date)
        }

        /// The format of binary data.
        public enum DataForm: Sendable {
            /// The format of `Data` itself: an array of bytes.
            case deferredToData
            /// A string in Base64.
            case base64
            /// A custom format, read by a function.
            case custom(@Sendable (any Swift.Decoder) throws -> Data)
        }

        /// The conversion from the document's keys to the types' keys.
        public enum Keys: Sendable {
            /// No conversion.
            case useDefaultKeys
            /// A conversion from `running_time` to `runningTime`.
            case convertFromSnakeCase
            /// A custom conversion by a function, which receives the path including the key.
            case custom(@Sendable ([any CodingKey]) -> any CodingKey)
        }

        /// The representation of infinity and NaN, for which JSON has no numbers.
        public enum NonFiniteNumbers: Sendable {
            /// No representation: a string in place of a number is an error.
            case `throw`
            /// Strings.
            case convertFromString(positiveInfinity: String, negativeInfinity: String, nan: String)
        }

        /// The format of dates.
        public var dates = Dates.deferredToDate
        /// The format of binary data.
        public var data = DataForm.base64
        /// The conversion from the document's keys to the types' keys.
        public var keys = Keys.useDefaultKeys
        /// The representation of infinity and NaN.
        public var nonFiniteNumbers = NonFiniteNumbers.throw
        /// Values for the decoded types to read from their decoder.
        public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

        /// Creates a decoder. By default it decodes as `JSONDecoder()` does.
        public init(
            dates: Dates = .deferredToDate, data: DataForm = .base64, keys: Keys = .useDefaultKeys,
            nonFiniteNumbers: NonFiniteNumbers = .throw, userInfo: [CodingUserInfoKey: any Sendable] = [:]
        ) {
            self.dates = dates
            self.data = data
            self.keys = keys
            self.nonFiniteNumbers = nonFiniteNumbers
            self.userInfo = userInfo
        }

        /// Decodes a document.
        ///
        /// - Throws: `DecodingError`, whose underlying error is a ``ParseFailure`` with the path, line, and column, or
        ///   the error that the type's own initializer throws. A document may have 512 levels of arrays and objects,
        ///   and the types at most as many as the thread's stack has space for.
        public func decode<Value: Decodable>(_ type: Value.Type = Value.self, from data: Data) throws -> Value {
            let document: JSONDocument
            do {
                document = try JSONDocument(data)
            } catch {
                throw DecodingError.dataCorrupted(
                    DecodingError.Context(
                        codingPath: [], debugDescription: "The given data was not valid JSON.", underlyingError: error))
            }
            return try decode(type, from: document, at: 0)
        }

        /// Decodes the value at a place of a document.
        ///
        /// - Throws: `DecodingError`, whose coding path begins at that place; a ``ParseFailure`` if the value is
        ///   missing; or the error that the type's own initializer throws.
        public func decode<Value: Decodable>(_ type: Value.Type = Value.self, from json: JSON) throws -> Value {
            guard json.missing == nil else { throw json.failureOfStep }
            return try decode(type, from: json.document, at: json.node)
        }

        private func decode<Value: Decodable>(
            _ type: Value.Type, from document: JSONDocument, at node: Int
        ) throws -> Value {
            let decoding = JSONDecoding(document, root: node, options: self)
            do {
                let value = try decoding.value(type, at: node)
                if let error = decoding.tooDeep { throw error }
                return value
            } catch let error as DecodingError {
                let error = decoding.tooDeep ?? error
                throw error.placed(in: document, below: node, expecting: type, by: self)
            }
        }
    }
}
