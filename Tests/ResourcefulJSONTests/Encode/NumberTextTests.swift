import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The numbers of a document that is encoded again: no digit is lost.
struct NumberTextTests {
    static let numbers = [
        "12345678901234567.89", "1e400", "-1e400", "1E5", "1.0", "1.10", "-0", "-0.0", "0e0", "1e-400", "3.0e2",
        // Reported of other encoders: integers above 2⁵³ and 2⁶³, and fractions with more digits than a Double has.
        "10038000307000729", "9007199254740993", "-1234567890123456789", "1234567890123456789", "9223372036854775807",
        "-9223372036854775808", "18446744073709551615", "18446744073709551616", "3791411052119578828",
        "340282366920938463463374607431768211456", "0.46153846153846156", "0.1000000000000000055511151231257827",
        "1e21",
        "1e23", "1.5e300", "1e25", "0.00000000000000000000000001",
    ]

    private func written(_ value: some Encodable, _ encoder: JSON.Encoder = JSON.Encoder()) throws -> String {
        String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    @Test func `a number is written as it was read`() {
        checkEach(Self.numbers) { number in
            let json = try JSON(parsing: Data(#"{"a":[\#(number),{"b":\#(number)}],"c":\#(number)}"#.utf8))
            #expect(try written(json) == #"{"a":[\#(number),{"b":\#(number)}],"c":\#(number)}"#, "\(number)")
            #expect(try written(json.c) == number, "\(number)")
            #expect(try written(json, .sorted) == #"{"a":[\#(number),{"b":\#(number)}],"c":\#(number)}"#, "\(number)")
            #expect(try written(json.a, JSON.Encoder(output: .prettyPrinted)).contains("  \(number),"), "\(number)")
            struct Envelope: Codable { var payload: JSON, list: [JSON], map: [String: JSON] }
            let envelope = Envelope(payload: json.c, list: [json.c, json.c], map: ["x": json.c])
            #expect(
                try written(envelope)
                    == #"{"payload":\#(number),"list":[\#(number),\#(number)],"map":{"x":\#(number)}}"#, "\(number)")
            let decoded = try JSON.Decoder().decode(Envelope.self, from: JSON.Encoder().encode(envelope))
            #expect(
                String(decoded.map["x"] ?? .null) == number && Body.json(json).data == Data(String(json).utf8),
                "\(number)")
        }
    }

    @Test func `a type that writes a document itself writes its numbers`() throws {
        struct Wrapper: Encodable {
            let json: JSON
            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                try container.encode(json)
            }
        }
        struct Twice: Encodable {
            let json: JSON
            func encode(to encoder: any Encoder) throws {
                try json.encode(to: encoder)
                try json.encode(to: encoder)
            }
        }
        let json = try JSON(parsing: Data("12345678901234567.89".utf8))
        #expect(try written(Wrapper(json: json)) == "12345678901234567.89")
        #expect(try written([Wrapper(json: json)]) == "[12345678901234567.89]")
        #expect(throws: EncodingError.self) { try written(Twice(json: json)) }
    }

    @Test func `any document is the same after it was encoded`() throws {
        var random = SplitMix64(seed: 620)
        for _ in 0..<Effort.rounds(300) {
            let text = JSONTree.arbitrary(using: &random).written(using: &random)
            let json = try JSON(parsing: Data(text.utf8))
            #expect(try JSON(parsing: JSON.Encoder().encode(json)) == json, "\(text)")
        }
    }

    @Test func `Foundation's encoder gets whole numbers exactly, and others as a Double`() throws {
        let json = try JSON(parsing: Data(#"[9223372036854775807,18446744073709551615,0.5]"#.utf8))
        let text = String(decoding: try JSONEncoder().encode(json), as: UTF8.self)
        #expect(text == "[9223372036854775807,18446744073709551615,0.5]")
        #expect(throws: ParseFailure.self) { try JSONEncoder().encode(JSON(parsing: Data("[1e400]".utf8))) }
    }
}
