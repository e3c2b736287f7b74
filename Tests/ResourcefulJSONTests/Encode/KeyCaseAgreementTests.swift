import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Keys are converted as Foundation converts them, those of ASCII alone too, which are converted byte by byte.
struct KeyCaseAgreementTests {
    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// A value with a key.
    private struct Keyed: Codable {
        var keys: [String]

        init(_ key: String) { keys = [key] }

        init(from decoder: any Decoder) throws {
            keys = try decoder.container(keyedBy: Key.self).allKeys.map(\.stringValue)
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            for key in keys { try container.encode(1, forKey: Key(stringValue: key)) }
        }
    }

    private func check(_ key: String) throws {
        let (encoder, decoder) = (JSONEncoder(), JSONDecoder())
        encoder.keyEncodingStrategy = .convertToSnakeCase
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        encoder.outputFormatting = .withoutEscapingSlashes
        let mine = JSON.Encoder(keys: .convertToSnakeCase, output: .withoutEscapingSlashes)
        #expect(try mine.encode(Keyed(key)) == encoder.encode(Keyed(key)), "\(key)")
        // In other scripts, Foundation finds words and the other case of letters in its own way.
        if !key.utf8.allSatisfy({ $0 < 0x80 }) { return }
        let text = try JSON.Encoder().encode([key: 1])
        let read = try JSON.Decoder(keys: .convertFromSnakeCase).decode(Keyed.self, from: text).keys
        #expect(try read == decoder.decode(Keyed.self, from: text).keys, "\(key)")
    }

    @Test func `every short key of letters, digits and lines is converted alike`() throws {
        let characters = ["a", "B", "1", "_"]
        var keys = [""]
        for _ in 0..<Effort.size(reduced: 4, usual: 6, full: 8) {
            keys = [""] + keys.flatMap { key in characters.map { key + $0 } }
            for key in keys { try check(key) }
        }
    }

    @Test func `keys of any characters are converted alike`() throws {
        var random = SplitMix64(seed: 63)
        let characters = Array("aAbBzZ19_-. \"/\\\u{1F}\u{7F}éÉßǅあ😀").map(String.init)
        for _ in 0..<Effort.rounds(20_000) {
            try check(
                (0..<Int.random(in: 0..<30, using: &random)).map { _ in
                    characters.randomElement(using: &random) ?? ""
                }.joined())
        }
    }

    private struct Row: Codable, Equatable {
        let runningTime: Int
        let theURLOf: String
        let a1B2: Bool
        let plain: Double
    }

    @Test func `the keys of a list of structs are converted as those of each`() throws {
        let rows = (0..<3).map { Row(runningTime: $0, theURLOf: "u\($0)", a1B2: $0 == 1, plain: 0.5) }
        let encoder = JSON.Encoder(keys: .convertToSnakeCase)
        let list = String(decoding: try encoder.encode(rows), as: UTF8.self)
        let each = try rows.map { String(decoding: try encoder.encode($0), as: UTF8.self) }
        #expect(list == "[\(each.joined(separator: ","))]")
        #expect(each[1] == #"{"running_time":1,"the_url_of":"u1","a1_b2":true,"plain":0.5}"#)
    }
}
