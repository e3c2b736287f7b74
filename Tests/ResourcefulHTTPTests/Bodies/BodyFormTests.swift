import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct BodyFormTests {
    /// The parser of the WHATWG URL standard, section 5.1, written here from its steps.
    private func decoded(_ form: Data) -> [[String]] {
        form.split(separator: UInt8(ascii: "&")).map { pair in
            let equals = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
            return [pair[..<equals], pair[equals...].dropFirst()].map(text)
        }
    }

    private func text(_ bytes: Data) -> String {
        var text: [UInt8] = []
        var rest = bytes[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            {
                text.append(value)
                rest = rest.dropFirst(2)
            } else {
                text.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    @Test func `a form is read as the names and values it was made of`() throws {
        var random = SplitMix64(seed: 11)
        for _ in 0..<Effort.rounds(1_000) {
            let pairs = (0..<Int.random(in: 0...4, using: &random)).map { _ in
                (random.arbitraryText(), random.arbitraryText())
            }
            let data = try #require(Body.form(pairs).data)
            let read = decoded(data)
            #expect(read.map { $0.map { Array($0.utf8) } } == pairs.map { [Array($0.0.utf8), Array($0.1.utf8)] })
        }
    }

    @Test func `a form holds nothing but letters, digits and the marks of the standard`() throws {
        var random = SplitMix64(seed: 12)
        let allowed = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789*-._+%&=".utf8)
        for _ in 0..<Effort.rounds(500) {
            let data = try #require(Body.form([(random.arbitraryText(), random.arbitraryText())]).data)
            #expect(data.allSatisfy(allowed.contains))
        }
    }

    @Test func `every byte is encoded as the standard says`() throws {
        let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789*-._".unicodeScalars)
        for byte in UInt8.min...0x7F {
            let scalar = Unicode.Scalar(byte)
            let hexadecimal = String(byte, radix: 16, uppercase: true)
            let encoded =
                byte == 0x20 ? "+" : plain.contains(scalar) ? "\(scalar)" : "%\(byte < 16 ? "0" : "")\(hexadecimal)"
            #expect(Body.form([("a", "\(scalar)")]).data == Data("a=\(encoded)".utf8), "byte \(byte)")
        }
    }

    @Test func `pairs keep their order and their repeats`() {
        #expect(Body.form(["b": "1", "a": "2", "b": "3"]).data == Data("b=1&a=2&b=3".utf8))
        #expect(Body.form(["": ""]).data == Data("=".utf8))
        #expect(Body.form([:]).data == Data())
        #expect(
            Body.form(["grant type": "a&b=c", "é": "👍"]).data == Data("grant+type=a%26b%3Dc&%C3%A9=%F0%9F%91%8D".utf8))
    }

    @Test func `equal pairs make equal bodies`() {
        #expect(Body.form(["a": "b"]) == Body.form([("a", "b")]))
        #expect(Body.form(["a": "b"]).mediaType == .form)
    }
}
