extension JSON {
    /// An encoder that writes `Encodable` values as JSON (RFC 8259), byte by byte into one buffer.
    ///
    /// With sorted keys, it writes the same bytes as `JSONEncoder`. Otherwise members are in the order in which they
    /// were encoded, whereas `JSONEncoder` guarantees no order. An encoder is a value type.
    ///
    ///     let encoder = JSON.Encoder(dates: .iso8601, keys: .convertToSnakeCase, output: .sortedKeys)
    ///     print(String(decoding: try encoder.encode(episode), as: UTF8.self))
    ///     // {"published_at":"2026-03-14T09:26:53Z","title":"Values"}
    public struct Encoder: Sendable {
        /// The format of dates.
        public var dates: Dates
        /// The format of binary data.
        public var data: DataForm
        /// The conversion of the keys of types. The keys of dictionaries with string keys aren't converted.
        public var keys: Keys
        /// The treatment of numbers that JSON can't represent.
        public var nonFiniteNumbers: NonFiniteNumbers
        /// The format of the text.
        public var output: Output
        /// Values for the encoded types to read from their encoder.
        public var userInfo: [CodingUserInfoKey: any Sendable]

        /// Creates an encoder.
        public init(
            dates: Dates = .deferredToDate, data: DataForm = .base64, keys: Keys = .useDefaultKeys,
            nonFiniteNumbers: NonFiniteNumbers = .throw, output: Output = [],
            userInfo: [CodingUserInfoKey: any Sendable] = [:]
        ) {
            self.dates = dates
            self.data = data
            self.keys = keys
            self.nonFiniteNumbers = nonFiniteNumbers
            self.output = output
            self.userInfo = userInfo
        }

        /// An encoder whose output depends only on the value: with sorted keys and without escaped slashes.
        public static let sorted = Encoder(output: [.sortedKeys, .withoutEscapingSlashes])

        /// Encodes a value as JSON. Linear in the output, except for sorting the keys of each object.
        ///
        /// - Throws: `EncodingError` if a value can't be represented in JSON, if the value encodes nothing, or if
        ///   arrays and objects nest deeper than 511, or than the thread's stack has space for; or the error that the
        ///   value's own encoding throws.
        public func encode<Value: Encodable>(_ value: Value) throws -> Data {
            let session = Session(self)
            let part = Part(session, path: [], depth: 0)
            try part.write(value, key: nil, index: Frame.noIndex)
            if let misuse = session.misuse {
                throw EncodingError.invalidValue(value, misuse)
            }
            guard part.hasValue else {
                let reason = "Top-level \(Value.self) did not encode any values."
                throw EncodingError.invalidValue(value, EncodingError.Context(codingPath: [], debugDescription: reason))
            }
            return part.text.take()
        }
    }
}

extension JSONEncoder {
    /// An encoder whose output depends only on the value: with sorted keys and without escaped slashes.
    public static var deterministic: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }
}
