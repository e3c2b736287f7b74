import ResourcefulTesting
import ResourcefulURLSession
import Testing

/// Fields whose bytes were taken for letters of ISO 8859-1.
struct FieldTextTests {
    /// What is made of bytes when each is taken for a letter.
    private static func letters(_ bytes: some Sequence<UInt8>) -> String {
        String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }

    @Test func `UTF-8 comes back, whatever it says`() {
        let cases: [String] = ["", "plain", "Zürich", "naïve café", "日本", "😀 and more", "\u{7F}\u{80}"]
        for text in cases { #expect(FieldText.repaired(Self.letters(text.utf8)) == text, "\(text)") }
    }

    @Test func `bytes that are no UTF-8 are letters, and a text with other letters stays`() {
        for bytes in [[0xE9], [0x41, 0xFC, 0x42], [0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80]] as [[UInt8]] {
            #expect(FieldText.repaired(Self.letters(bytes)) == Self.letters(bytes))
        }
        #expect(FieldText.repaired("Ã¼ €") == "Ã¼ €")
    }

    @Test func `of any bytes comes their UTF-8, or their letters where they are none`() {
        var random = SplitMix64(seed: 3)
        for _ in 0..<500 {
            let count = Int.random(in: 0...12, using: &random)
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
            let repaired = FieldText.repaired(Self.letters(bytes))
            #expect(repaired == String(wellFormed: bytes, as: UTF8.self) ?? Self.letters(bytes))
        }
    }
}
