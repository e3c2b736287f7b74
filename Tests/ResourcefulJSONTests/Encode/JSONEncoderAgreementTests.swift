import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// With sorted keys, our encoder and Foundation's write the same bytes.
struct JSONEncoderAgreementTests {
    private static let outputs: [(JSON.Encoder.Output, JSONEncoder.OutputFormatting)] = [
        (.sortedKeys, .sortedKeys), ([.sortedKeys, .prettyPrinted], [.sortedKeys, .prettyPrinted]),
        ([.sortedKeys, .withoutEscapingSlashes], [.sortedKeys, .withoutEscapingSlashes]),
    ]

    /// The bytes, or nil and no more where the encoding fails: whose errors are alike is for other tests.
    private static func text(_ encode: () throws -> Data) -> String? {
        (try? encode()).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test(arguments: [false, true]) func `any use of an encoder writes the same bytes`(repeatsKeys: Bool) {
        var random = SplitMix64(seed: repeatsKeys ? 51 : 50)
        for round in 0..<Effort.rounds(1_500) {
            let script = random.arbitraryScript(repeatsKeys: repeatsKeys)
            for (output, formatting) in Self.outputs {
                let foundations = JSONEncoder()
                foundations.outputFormatting = formatting
                let expected = Self.text { try foundations.encode(script) }
                let written = Self.text { try JSON.Encoder(output: output).encode(script) }
                #expect(written == expected, "round \(round): \(script)")
                if written != expected { return }
            }
        }
    }

    @Test func `any number is spelled the same`() {
        var random = SplitMix64(seed: 52)
        let special = [
            0, -0.0, 1e-4, 1e-5, 9.999e-5, 1e15, 1e16, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 0.1, 1 / 3,
            4503599627370497.5,
        ]
        let numbers = special + (0..<Effort.rounds(20_000)).map { _ in random.arbitraryNumber() }
        for number in numbers + numbers.map({ -$0 }) {
            let (written, expected) = (try? JSON.Encoder().encode(number), try? JSONEncoder().encode(number))
            #expect(written == expected, "\(number)")
        }
    }

    @Test(arguments: [JSON.Encoder.Dates.secondsSince1970, .millisecondsSince1970, .iso8601, .deferredToDate])
    func `dates are spelled the same`(dates: JSON.Encoder.Dates) throws {
        let foundations = JSONEncoder()
        switch dates {
        case .secondsSince1970: foundations.dateEncodingStrategy = .secondsSince1970
        case .millisecondsSince1970: foundations.dateEncodingStrategy = .millisecondsSince1970
        case .iso8601: foundations.dateEncodingStrategy = .iso8601
        case .deferredToDate, .custom: break
        }
        var random = SplitMix64(seed: 53)
        for _ in 0..<Effort.rounds(500) {
            let date = [Date(timeIntervalSince1970: Double.random(in: -1e11...1e11, using: &random))]
            #expect(try JSON.Encoder(dates: dates).encode(date) == foundations.encode(date))
        }
    }

    @Test func `keys in snake case are spelled the same`() throws {
        let foundations = JSONEncoder()
        foundations.keyEncodingStrategy = .convertToSnakeCase
        let names = [
            "", "a", "A", "aB", "theURLOfIt", "theURL", "URL", "_private", "__x_", "already_snake", "a1B2", "éÀß", "ǅa",
            "aǅb", "oneTwoThree_", "myHTTPSRequest2Go", "ＡＢ", "日本Go",
        ]
        var random = SplitMix64(seed: 54)
        let letters = Array("aAbB_1éÉ")
        let arbitrary = (0..<Effort.rounds(2_000)).map { _ in
            String(
                (0..<Int.random(in: 1...9, using: &random)).map { _ in letters.randomElement(using: &random) ?? "a" })
        }
        for name in names + arbitrary {
            let script = EncodingScript.object([(name, .value, .strings(["stayAsIs": "x"]))])
            #expect(try JSON.Encoder(keys: .convertToSnakeCase).encode(script) == foundations.encode(script), "\(name)")
        }
    }
}
