import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The form of dates that nearly all have is read by a way of its own.
struct HTTPDateFixedTests {
    @Test func `a date with another byte in it is that other date, or none`() throws {
        var random = SplitMix64(seed: 52)
        let alphabet = Array("0123456789 :,GMTSunNovJarebcdDOwh/-;@".utf8)
        for _ in 0..<Effort.rounds(20_000) {
            let seconds = Int.random(in: -62_135_596_800...253_402_300_799, using: &random)
            var bytes = Array(try #require(HTTPDate.text(of: Date(timeIntervalSince1970: Double(seconds)))).utf8)
            let place = Int.random(in: 0..<29, using: &random)
            bytes[place] = alphabet.randomElement(using: &random) ?? 0
            let text = String(decoding: bytes, as: UTF8.self)
            guard let date = HTTPDate.date(of: text), !text.hasSuffix(":60 GMT") else { continue }
            let written = try #require(HTTPDate.text(of: date))
            #expect(written.dropFirst(3).lowercased() == text.dropFirst(3).lowercased())
            #expect(["sun", "mon", "tue", "wed", "thu", "fri", "sat"].contains(text.prefix(3).lowercased()))
        }
    }
}
