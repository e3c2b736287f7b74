import ResourcefulTesting
import Testing

@testable import ResourcefulCurl

struct CookieBytesTests {
    @Test func `any bytes of a cookie are the same after they were text`() {
        var random = SplitMix64(seed: 6)
        let known: [[UInt8]] = [
            [], Array("plain".utf8), [0xE9], Array("é".utf8), Array(0x80...0xFF), Array("\u{EF80}\u{EFFF}".utf8),
            [0xEE, 0xBE], Array("日本".utf8) + [0x80], Array("é\u{EF90}".utf8),
        ]
        let arbitrary = (0..<2_000).map { _ in (0..<6).map { _ in UInt8.random(in: 0x21...0xFF, using: &random) } }
        for bytes in known + arbitrary {
            let text = bytes.withUnsafeBytes { CookieBytes.text($0) }
            #expect(CookieBytes.bytes(text) == bytes, "\(bytes)")
        }
    }

    @Test func `a cookie in UTF-8 is read as it is`() {
        let text = Array("name=日本é; Path=/".utf8).withUnsafeBytes { CookieBytes.text($0) }
        #expect(text == "name=日本é; Path=/")
    }
}
