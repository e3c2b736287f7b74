import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct TokenTests {
    @Test func `an OAuth answer is read`() throws {
        let parse = { (text: String) in try Token.oauth(JSON(parsing: Data(text.utf8))) }
        #expect(try parse(#"{"access_token":"a"}"#) == Token("a"))
        #expect(
            try parse(#"{"access_token":"a","token_type":"bearer","refresh_token":"r","expires_in":"60"}"#)
                == Token("a", refreshToken: "r", lifetime: .seconds(60)))
        #expect(
            try parse(#"{"access_token":"a","refresh_token":null,"expires_in":3600.0}"#)
                == Token("a", lifetime: .seconds(3600)))
        #expect(throws: RequestError.self) { try parse(#"{"access_token":"a","token_type":"mac"}"#) }
        #expect(throws: (any Error).self) { try parse("{}") }
    }

    @Test func `no way to print a token shows it`() {
        let token = Token("geheim1", refreshToken: "geheim2", expiry: Date(timeIntervalSinceReferenceDate: 0))
        var dumped = ""
        dump(token, to: &dumped)
        dump(TokenRecord(token: token), to: &dumped)
        for text in ["\(token)", String(reflecting: token), dumped, "\([token])", "\(TokenRecord(token: token))"] {
            #expect(!text.contains("geheim"), "\(text)")
        }
    }

    @Test func `a record is read from its entry as it was, and cut off or foreign bytes are none or another`() {
        let date = Date(timeIntervalSinceReferenceDate: 12.5)
        for token in [
            nil, Token(""), Token("a"), Token("ä\n", refreshToken: ""), Token("x", refreshToken: "y", expiry: date),
        ] {
            let record = TokenRecord(generation: .max, token: token, received: date)
            #expect(TokenRecord(record.entry) == record)
            for count in 0..<record.entry.data.count {
                #expect(TokenRecord(StoreEntry(data: record.entry.data.prefix(count), date: date)) != record)
            }
        }
        var generator = SplitMix64(seed: 1)
        for _ in 0..<Effort.rounds(10_000) {
            let bytes = (0..<Int.random(in: 0..<60, using: &generator)).map { _ in
                UInt8.random(in: 0...255, using: &generator)
            }
            _ = TokenRecord(StoreEntry(data: Data(bytes), date: date))
        }
    }
}
