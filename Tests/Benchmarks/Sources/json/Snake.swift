import Foundation
import ResourcefulJSON

/// Keys in snake case, written and read: in a list of structs, and of structs one by one.
enum Snake {
    struct Row: Codable, Equatable {
        let firstName: String
        let lastName: String
        let runningTime: Int
        let isHidden: Bool
    }

    static func comparisons(of size: Int) throws -> [Comparison] {
        let rows = (0..<size).map {
            Row(firstName: "Ada \($0)", lastName: "Lovelace", runningTime: $0, isHidden: false)
        }
        let (encoder, theirs) = (JSON.Encoder(keys: .convertToSnakeCase), JSONEncoder())
        theirs.keyEncodingStrategy = .convertToSnakeCase
        let (decoder, theirDecoder) = (JSON.Decoder(keys: .convertFromSnakeCase), JSONDecoder())
        theirDecoder.keyDecodingStrategy = .convertFromSnakeCase
        let texts = try rows.map { try encoder.encode($0) }
        guard try theirDecoder.decode([Row].self, from: encoder.encode(rows)) == rows,
            try texts.map({ try decoder.decode(Row.self, from: $0) }) == rows
        else { throw WrongOutcome(document: "rows", work: "convertToSnakeCase") }
        return [
            Comparison(document: "convertToSnakeCase", work: "encode", size: size) {
                consume(try encoder.encode(rows))
            } theirs: {
                consume(try theirs.encode(rows))
            },
            Comparison(document: "convertToSnakeCase, one by one", work: "encode", size: size) {
                for row in rows { consume(try encoder.encode(row)) }
            } theirs: {
                for row in rows { consume(try theirs.encode(row)) }
            },
            Comparison(document: "convertFromSnakeCase, one by one", work: "decode", size: size) {
                for text in texts { consume(try decoder.decode(Row.self, from: text)) }
            } theirs: {
                for text in texts { consume(try theirDecoder.decode(Row.self, from: text)) }
            },
        ]
    }
}
