import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Bodies that are text, in any character set.
struct TextBodyTests {
    private let page = Resource<String>(text: Sample.url)

    private func response(_ bytes: [UInt8], _ charset: String? = nil) -> Response {
        let fields: HeaderFields = charset.map { ["Content-Type": "text/html; charset=\($0)"] } ?? [:]
        return Response(headerFields: fields, body: Data(bytes))
    }

    @Test func `utf-8 is text, whether it says so or not`() throws {
        for charset in [nil, "utf-8", "UTF-8", "\"utf8\""] {
            #expect(try page.value(from: response(Array("café 咖啡 ☕️".utf8), charset)) == "café 咖啡 ☕️")
        }
        #expect(try page.value(from: response([])) == "")
    }

    @Test func `bytes that are not, and say nothing, are what browsers take them for`() throws {
        #expect(try page.value(from: response([0x63, 0xE9, 0x80, 0x99, 0x81])) == "cé€™\u{81}")
    }

    @Test func `latin-1 is read as windows-1252`() {
        checkEach(["iso-8859-1", "ISO_8859-1", "latin1", "windows-1252", "US-ASCII"]) { charset throws in
            #expect(
                try page.value(from: response(Array(0x80...0xFF), charset)).unicodeScalars.count == 128, "\(charset)")
            #expect(try page.value(from: response([0x93, 0xFC, 0x94], charset)) == "“ü”", "\(charset)")
        }
    }

    @Test func `latin-9 has the euro sign in another place`() throws {
        #expect(try page.value(from: response([0xA4, 0xBE, 0xE9], "iso-8859-15")) == "€Ÿé")
    }

    @Test func `a byte order mark has the last word, and isn't part of the text`() throws {
        #expect(try page.value(from: response([0xEF, 0xBB, 0xBF, 0xC3, 0xA9], "latin1")) == "é")
        #expect(try page.value(from: response([0xFE, 0xFF, 0x00, 0xE9, 0xD8, 0x3D, 0xDE, 0x00], "utf-8")) == "é😀")
        #expect(try page.value(from: response([0xFF, 0xFE, 0xE9, 0x00])) == "é")
    }

    @Test func `utf-16 is read in both orders`() throws {
        #expect(try page.value(from: response([0x00, 0xE9], "utf-16be")) == "é")
        #expect(try page.value(from: response([0xE9, 0x00], "utf-16le")) == "é")
        #expect(try page.value(from: response([0xE9, 0x00], "utf-16")) == "é")
    }

    @Test func `bytes outside the declared set are refused, with their place`() {
        let cases: [([UInt8], String, Int)] = [
            ([0x61, 0x62, 0xFF, 0x63] as [UInt8], "utf-8", 3), ([0xE2, 0x82], "utf-8", 1), ([0x61], "utf-16le", 1),
            ([0x00, 0xDC, 0x61, 0x00], "utf-16le", 1), ([0xC0, 0x80], "utf-8", 1),
        ]
        checkEach(cases) { bytes, charset, column throws in
            let error = #expect(throws: LoadError.self, "\(bytes)") { try page.value(from: response(bytes, charset)) }
            #expect(error?.parseFailure?.expected == "text in the character set \(charset)", "\(bytes)")
            #expect(error?.parseFailure?.position == TextPosition(line: 1, column: column), "\(bytes)")
        }
    }

    @Test func `an unknown set is named`() throws {
        let error = #expect(throws: LoadError.self) { try page.value(from: response([0xB0, 0xA1], "gb18030")) }
        #expect(error?.parseFailure?.found == "the character set gb18030")
    }

    @Test func `a custom set is asked first`() throws {
        let shouting = Charset("X-Shouting", "utf-8") { String(decoding: $0, as: UTF8.self).uppercased() }
        let resource = Resource<String>(text: Sample.url, charsets: [shouting])
        #expect(try resource.value(from: response(Array("abc".utf8), "x-shouting")) == "ABC")
        #expect(try resource.value(from: response(Array("abc".utf8), "UTF-8")) == "ABC")
        #expect(try resource.value(from: response(Array("abc".utf8), "latin1")) == "abc")
    }

    @Test func `any bytes give a text or a failure`() throws {
        var random = SplitMix64(seed: 602)
        let charsets = [nil, "utf-8", "utf-16", "utf-16be", "latin1", "iso-8859-15", "nobody's"]
        for _ in 0..<Effort.rounds(2_000) {
            let bytes = (0..<Int.random(in: 0...12, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            let charset = charsets.randomElement(using: &random) ?? nil
            do {
                let text = try response(bytes, charset).text()
                #expect(bytes.isEmpty || !text.isEmpty || bytes.count <= 3)
            } catch {
                #expect(error is ParseFailure && charset != nil && charset != "latin1" || bytes.starts(with: [0xEF]))
            }
        }
    }
}
