#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension JSON {
    /// Writes `Encodable` values as JSON (RFC 8259), byte by byte into one buffer.
    ///
    /// With sorted keys, the bytes are those that `JSONEncoder` writes. Without, members stand in the order in which
    /// they were encoded, where `JSONEncoder` has no order. An encoder is a value: shared, copied, changed.
    public struct Encoder: Sendable {
        /// How dates are written.
        public var dates: Dates
        /// How binary data are written.
        public var data: DataForm
        /// How the keys of types are changed; the keys of dictionaries with strings stay as they are.
        public var keys: Keys
        /// What becomes of numbers that JSON can't write.
        public var nonFiniteNumbers: NonFiniteNumbers
        /// What the text looks like.
        public var output: Output
        /// What the types that are encoded find in their encoder.
        public var userInfo: [CodingUserInfoKey: any Sendable]

        /// An encoder; every argument can be left out.
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

        /// An encoder whose output depends on the value alone: sorted keys, slashes as they are.
        public static let sorted = Encoder(output: [.sortedKeys, .withoutEscapingSlashes])

        /// A value as JSON. Linear in what is written, but for the sorting of each object's keys.
        ///
        /// - Throws: `EncodingError` when a value has no place in JSON, when the value encodes nothing, when arrays and
        ///   objects nest deeper than 511; or what the value's own encoding throws.
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
            return Data(part.text.bytes)
        }
    }
}
