#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension JSON {
    /// Makes `Decodable` values of JSON, as Foundation's `JSONDecoder` does, but read from the tape.
    ///
    /// It agrees with `JSONDecoder` on values, kinds of errors and coding paths; what differs on purpose is listed in
    /// the decision "JSON on a tape".
    public struct Decoder: Sendable {
        /// How a `Date` is written.
        public enum Dates: Sendable {
            /// As `Date` itself says: seconds since 2001.
            case deferredToDate
            /// A number of seconds since 1970.
            case secondsSince1970
            /// A number of milliseconds since 1970.
            case millisecondsSince1970
            /// A string in the form of RFC 3339, `2026-03-14T09:26:53Z`, without fractions of a second.
            case iso8601
            /// As a function reads it.
            case custom(@Sendable (any Swift.Decoder) throws -> Date)
        }

        /// How `Data` is written.
        public enum DataForm: Sendable {
            /// As `Data` itself says: an array of bytes.
            case deferredToData
            /// A string in Base64.
            case base64
            /// As a function reads it.
            case custom(@Sendable (any Swift.Decoder) throws -> Data)
        }

        /// How the keys of the document become those of the types.
        public enum Keys: Sendable {
            /// They are the same.
            case useDefaultKeys
            /// `running_time` becomes `runningTime`.
            case convertFromSnakeCase
            /// As a function says, which is given the path down to the key.
            case custom(@Sendable ([any CodingKey]) -> any CodingKey)
        }

        /// How infinity and "not a number", which JSON can't write, are told.
        public enum NonFiniteNumbers: Sendable {
            /// They are not.
            case `throw`
            /// By strings.
            case convertFromString(positiveInfinity: String, negativeInfinity: String, nan: String)
        }

        /// How a `Date` is written.
        public var dates = Dates.deferredToDate
        /// How `Data` is written.
        public var data = DataForm.base64
        /// How the keys of the document become those of the types.
        public var keys = Keys.useDefaultKeys
        /// How infinity and "not a number" are told.
        public var nonFiniteNumbers = NonFiniteNumbers.throw
        /// What the types may want to know from outside.
        public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

        /// A decoder that decodes as `JSONDecoder()` does, unless told otherwise.
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

        /// The value that a document holds.
        ///
        /// - Throws: `DecodingError`, whose underlying error is a ``ParseFailure`` with the path, line and column, or
        ///   whatever the type's own initializer throws.
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

        /// The value at a place of a document.
        ///
        /// - Throws: `DecodingError`, whose coding path begins at that place; a ``ParseFailure`` when nothing is there;
        ///   or whatever the type's own initializer throws.
        public func decode<Value: Decodable>(_ type: Value.Type = Value.self, from json: JSON) throws -> Value {
            guard json.missing == nil else { throw json.failureOfStep }
            return try decode(type, from: json.document, at: json.node)
        }

        private func decode<Value: Decodable>(
            _ type: Value.Type, from document: JSONDocument, at node: Int
        ) throws -> Value {
            do {
                return try JSONDecoding(document, root: node, options: self).value(type, at: node)
            } catch let error as DecodingError {
                throw error.placed(in: document, below: node, expecting: type, by: self)
            }
        }
    }
}
