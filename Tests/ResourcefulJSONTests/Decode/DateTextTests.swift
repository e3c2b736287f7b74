import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Dates that are texts: those of RFC 3339 are read, days and times that don't exist aren't, and a decoder that expects
/// a number says how to read a text.
struct DateTextTests {
    struct Show: Codable { var begin: Date }

    private func begin(_ text: String, _ decoder: JSON.Decoder = JSON.Decoder(dates: .iso8601)) throws -> Date {
        try decoder.decode(Show.self, from: Data(#"{"begin":"\#(text)"}"#.utf8)).begin
    }

    @Test func `a day or a time that does not exist is an error`() {
        let cases: [String] = [
            "2026-02-30T09:26:53Z", "2026-02-29T09:26:53Z", "2100-02-29T00:00:00Z", "2026-04-31T09:26:53Z",
            "2026-13-01T09:26:53Z", "2026-00-01T09:26:53Z", "2026-01-00T09:26:53Z", "2026-01-32T09:26:53Z",
            "2026-03-14T24:26:53Z", "2026-03-14T09:60:53Z", "2026-03-14T09:26:61Z", "2026-02-30T09:26:53.5Z",
            "2026-02-30T09:26:53+01:00", "2026-02-31T09:26:53.123456-08:00", "0000-02-30T00:00:00Z",
        ]
        checkEach(cases) { text in
            let error = try #require(thrown(DecodingError.self) { try begin(text) }, "\(text)")
            guard case .dataCorrupted(let context) = error else {
                Issue.record(error, "\(text)")
                return
            }
            #expect(context.codingPath.map(\.stringValue) == ["begin"], "\(text)")
            let failure = try #require(context.underlyingError as? ParseFailure, "\(text)")
            #expect(
                failure.found == #"the string "\#(text)" (Expected date string to be ISO8601-formatted)"#, "\(text)")
        }
    }

    @Test func `a date of RFC 3339 is read`() {
        let cases: [(String, Double)] = [
            ("2026-03-14T09:26:53Z", 1_773_480_413), ("2024-02-29T00:00:00Z", 1_709_164_800),
            ("2000-02-29T23:59:59Z", 951_868_799), ("2026-01-31T00:00:00Z", 1_769_817_600),
            ("2026-04-30T00:00:00Z", 1_777_507_200), ("2026-12-31T23:59:59Z", 1_798_761_599),
            ("2026-03-14T10:26:53+01:00", 1_773_480_413), ("2019-08-14T10:02:14-07:00", 1_565_802_134),
            ("1970-01-29T00:00:00Z", 2_419_200), ("2019-07-16T09:31:04.677Z", 1_563_269_464.677),
            ("2019-07-16T09:31:04.677+01:00", 1_563_265_864.677), ("2026-03-31T00:00:00.5Z", 1_774_915_200.5),
        ]
        checkEach(cases) { text, seconds throws in #expect(try begin(text).timeIntervalSince1970 == seconds, "\(text)")
        }
    }

    @Test func `every day of four centuries is read as Foundation reads it`() throws {
        for day in stride(from: -135_140, to: 10_957, by: Effort.rounds(1) > 1 ? 1 : 7) {
            let date = Date(timeIntervalSince1970: Double(day) * 86_400 + 45_296)
            #expect(try begin(date.formatted(.iso8601)) == date)
        }
    }

    @Test(arguments: [JSON.Decoder.Dates.deferredToDate, .secondsSince1970, .millisecondsSince1970])
    func `a text in place of a number says which format reads it`(dates: JSON.Decoder.Dates) throws {
        let decoder = JSON.Decoder(dates: dates)
        let error = try #require(thrown(DecodingError.self) { try begin("2026-05-31T19:10:57.655Z", decoder) })
        guard case .typeMismatch(let type, let context) = error else {
            Issue.record(error)
            return
        }
        #expect(type == Double.self && context.codingPath.map(\.stringValue) == ["begin"])
        let failure = try #require(context.underlyingError as? ParseFailure)
        #expect(failure.path == ["begin"] && failure.expected == "Double")
        #expect(
            failure.found == #"the string "2026-05-31T19:10:57.655Z" (the decoder reads dates as numbers; "#
                + "JSON.Decoder(dates: .iso8601) reads text)")
        let list = thrown(DecodingError.self) { try decoder.decode(Show.self, from: Data(#"{"begin":[]}"#.utf8)) }
        #expect(!"\(list as Any)".contains("iso8601"))
    }
}
