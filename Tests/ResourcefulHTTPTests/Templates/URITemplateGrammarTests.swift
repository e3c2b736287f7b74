import ResourcefulTesting
import Testing

/// What is a template and what is none (RFC 6570, section 2), and what the errors say.
struct URITemplateGrammarTests {
    @Test func `a malformed template is refused at its place`() {
        let cases: [(String, Int)] = [
            ("{", 1), ("}", 0), ("a}", 1), ("{}", 1), ("{a", 2), ("{a}}", 3), ("{{a}}", 1), ("{a{b}}", 2), ("{a,}", 3),
            ("{,a}", 1), ("{a,,b}", 3), ("{?}", 2), ("{?a,}", 4), ("{=a}", 1), ("{!a}", 1), ("{@a}", 1), ("{|a}", 1),
            ("{$a}", 1), ("{-a}", 1), ("{??a}", 2), ("{/?a}", 2), ("{*a}", 1), ("{a*b}", 3), ("{a**}", 3), ("{a:}", 3),
            ("{a:0}", 3), ("{a:01}", 3), ("{a:10000}", 3), ("{a:x}", 3), ("{a:-1}", 3), ("{a:3*}", 4), ("{a*:3}", 3),
            ("{a:3:4}", 4), ("{ a}", 1), ("{a }", 2), ("{a, b}", 3), ("{a b}", 2), ("{.}", 2), ("{a.}", 3),
            ("{..a}", 2), ("{a..b}", 3), ("{%}", 1), ("{%4}", 1), ("{%4x}", 1), ("{%zz}", 1), ("{é}", 1), ("{a-b}", 2),
            ("{~a}", 1), ("{a?}", 2), ("{a=b}", 2), ("{a+}", 2), ("{a\u{0}}", 2), ("%", 0), ("a%4", 1), ("%zz", 0),
            ("é%", 2), ("a b", 1), ("<", 0), (">", 0), ("\"", 0), ("\\", 0), ("^", 0), ("`", 0), ("|", 0), ("a\n", 1),
            ("\u{7F}", 0), ("é\u{85}", 2), ("\u{FFFE}", 0), ("\u{FFFD}", 0), ("\u{E0001}", 0),
        ]
        for (text, offset) in cases {
            let error = #expect(throws: InvalidURITemplate.self) { try URITemplate(text) }
            #expect(error?.offset == offset, "\(text.debugDescription): \(error?.reason ?? "")")
            #expect(error?.template == text)
        }
    }

    @Test func `of ASCII exactly the characters of the grammar can stand outside of braces`() {
        let refused = Set(" \"%<>\\^`{|}".unicodeScalars.map(\.value))
        for byte in UInt32(0)..<0x80 {
            let text = String(Unicode.Scalar(UInt8(byte)))
            let isAllowed = byte > 0x20 && byte != 0x7F && !refused.contains(byte)
            #expect((try? URITemplate(text).expand()) == (isAllowed ? text : nil), "byte \(byte)")
        }
    }

    @Test func `of ASCII exactly letters, digits and the underscore make a name by themselves`() {
        for byte in UInt8(0)..<0x80 {
            let scalar = Unicode.Scalar(byte)
            let isName = scalar == "_" || scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
            #expect(((try? URITemplate("{a\(scalar)}"))?.variableNames == ["a\(scalar)"]) == isName, "byte \(byte)")
        }
    }

    @Test func `names are compared as they stand, their percent-encoding too`() throws {
        let template = try URITemplate("{a}{A}{a.b}{%41_1}{?%C3%A9}")
        #expect(template.variableNames == ["a", "A", "a.b", "%41_1", "%C3%A9"])
        #expect(try template.expand(["a": 1, "A": 2, "a.b": 3, "%41_1": 4, "%C3%A9": 5]) == "1234?%C3%A9=5")
    }

    @Test func `what stands outside of braces is copied, and encoded where a URL can't have it`() throws {
        let template = try URITemplate("/é/%C3%a9/\u{1F469}\u{E000}'()[]?#@!$&*+,;=:~")
        #expect(try template.expand() == "/%C3%A9/%C3%a9/%F0%9F%91%A9%EE%80%80'()[]?#@!$&*+,;=:~")
        #expect(template.description == template.rawValue)
    }

    @Test func `an error says what and where`() {
        let said = { (text: String) in
            do throws(InvalidURITemplate) {
                _ = try URITemplate(text).expand(["keys": ["a": "b"], "list": ["a"]])
                return "nothing"
            } catch { return error.description }
        }
        #expect(
            said("episodes{/id") == #"the URI template "episodes{/id" is malformed at offset 12: "#
                + "expected a comma or }, but the template ends inside an expression")
        #expect(said("{=x}").hasSuffix("at offset 1: the operator = is reserved for extensions"))
        #expect(said("{x:0}").hasSuffix("at offset 3: the length of a prefix must be a number from 1 to 9999"))
        #expect(said("{a b}").hasSuffix("at offset 2: expected a comma or }, found a space"))
        #expect(said("{a}{keys:1}").hasSuffix("at offset 4: keys is a list or pairs, which can't have a prefix"))
        #expect(said("{?a,list:1}").hasSuffix("at offset 4: list is a list or pairs, which can't have a prefix"))
    }

    @Test func `no text makes the parser fail but with an error, and a template expands to what a URL can have`() {
        var random = SplitMix64(seed: 21)
        let marks = Array("{}{}{}?&+#./;,:*%abc1290é =").map(String.init)
        var wellFormed = 0
        for _ in 0..<Effort.rounds(20_000) {
            let text = (0..<Int.random(in: 0...8, using: &random))
                .map { _ in marks.randomElement(using: &random) ?? "" }.joined()
            guard let template = try? URITemplate(text) else { continue }
            wellFormed += 1
            let expanded =
                (try? template.expand(["a": .init(random.arbitraryText()), "b": ["x y", "é"], "1": 2])) ?? ""
            #expect(expanded.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"\"<>\\^`{|}".utf8.contains($0) })
        }
        #expect(wellFormed > Effort.rounds(1_000))
    }
}
