#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension JSON {
    /// The value at this place, decoded.
    ///
    /// - Throws: ``ParseFailure`` with the path from the document down.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self, decoder: JSON.Decoder = JSON.Decoder()
    ) throws -> Value {
        try explaining(type) { try decoder.decode(type, from: self) }
    }

    /// The value at this place, decoded by Foundation's decoder, which reads the text of the place once more.
    ///
    /// - Throws: ``ParseFailure`` with the path from the document down.
    public func decode<Value: Decodable>(_ type: Value.Type = Value.self, decoder: JSONDecoder) throws -> Value {
        try explaining(type) { try decoder.decode(type, from: Data(document.bytes(of: node))) }
    }

    private func explaining<Value>(_ type: Value.Type, _ decode: () throws -> Value) throws -> Value {
        if let missing {
            // As in a member of a type: a value that may be absent is nil where its key is.
            if missing.count == 1, let value = Nothing.value(of: type) { return value }
            throw failureOfStep
        }
        do {
            return try decode()
        } catch let error as DecodingError {
            throw document.failure(of: error, below: node, expecting: type)
        }
    }
}
