import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct JSONRoundNumberTests {
    @Test func `powers of two and of ten are exact, those whose digits no word can hold among them`() throws {
        for exponent in 0...1_023 {
            let power = Double(sign: .plus, exponent: exponent, significand: 1)
            // Without a point and an exponent, as many digits as there are.
            let text =
                exponent < 100
                ? Decimal(sign: .plus, exponent: 0, significand: Self.two(to: exponent)).description : "\(power)"
            #expect(try JSON(parsing: Data(text.utf8)).double == power, "2^\(exponent)")
            #expect(try JSON.Decoder().decode([Double].self, from: Data("[-\(text)]".utf8)) == [-power])
        }
        for digits in 1...60 {
            let text = "1" + String(repeating: "0", count: digits)
            #expect(try JSON(parsing: Data(text.utf8)).double == Double(text))
        }
    }

    @Test func `a number of up to twenty digits is the nearest Double at every exponent`() throws {
        var random = SplitMix64(seed: 53)
        for exponent in -90...90 {
            for count in 1...20 {
                let digits = (0..<count).map { _ in "\(Int.random(in: 0...9, using: &random))" }.joined()
                let point = Int.random(in: 1...count, using: &random)
                let fraction = point < count ? "." + digits.dropFirst(point) : ""
                // A number has no zeros before it, but its fraction may have some.
                let whole = digits.prefix(point).drop { $0 == "0" }
                let number = (whole.isEmpty ? "0" : whole) + fraction
                for text in [number, "\(number)e\(exponent)", "-0.000\(digits)E\(exponent)"] {
                    #expect(try JSON(parsing: Data(text.utf8)).double.bitPattern == Double(text)?.bitPattern, "\(text)")
                }
            }
        }
    }

    @Test func `a number exactly between two Doubles is the even one, and one beside it isn't`() throws {
        var random = SplitMix64(seed: 54)
        for _ in 0..<Effort.rounds(2_000) {
            // 54 bits, of which a Double can't hold the last.
            let middle = UInt64.random(in: 1 << 53..<1 << 54, using: &random) | 1
            for text in [
                "\(middle)", "\(middle).0", "\(middle)0e-1", "\(middle).1", "\(middle - 1).9",
                "\(middle / 10).\(middle % 10)e1", "\(middle)e1", "\(middle)e22", "\(middle)e23", "\(middle)e24",
            ] {
                #expect(try JSON(parsing: Data(text.utf8)).double == Double(text), "\(text)")
            }
        }
    }

    @Test func `as many digits as there are make a whole number`() {
        checkEach([0, 1, 7, 8, 9, 15, 16, 17, 18, 19, 30]) { count throws in
            let digits = String("1234567890123456789012345678901".prefix(count + 1))
            for text in [digits, "-\(digits)"] {
                let data = Data("[\(text)]".utf8)
                #expect((try? JSON(parsing: data)[0].int) == Int(text), "\(count)")
                #expect((try? JSON.Decoder().decode([Int].self, from: data)) == Int(text).map { [$0] }, "\(count)")
            }
        }
    }

    /// The last digits are read together with what follows them, if there are eight bytes.
    @Test func `a number is the same, whatever follows it and wherever the text ends`() throws {
        var random = SplitMix64(seed: 55)
        let ends = ["]", ",0]", "\n]", ", 12345678901234567890]", "}", #","a":"00000000"}"#, "", " ", "\t"]
        for _ in 0..<Effort.rounds(2_000) {
            let whole = "\(random.next() >> UInt64.random(in: 0..<64, using: &random))"
            let fraction = "\(whole).\(random.next() >> UInt64.random(in: 0..<64, using: &random))"
            for number in [whole, "-\(whole)", fraction, "-\(fraction)", "\(fraction)e-7", "\(whole)E+3"] {
                for end in ends {
                    let json = try Self.json(number, end)
                    #expect(try json.double.bitPattern == Double(number)?.bitPattern, "\(number)\(end)")
                    guard number.hasPrefix("-") ? number.dropFirst() == whole : number == whole else { continue }
                    #expect((try? json.int) == Int(number), "\(number)\(end)")
                }
            }
        }
    }

    /// The place of a number in a text that ends in this way. The bytes after the text would be more digits.
    private static func json(_ number: String, _ end: String) throws -> JSON {
        let begin = end.hasSuffix("]") ? "[" : end.hasSuffix("}") ? #"{"n":"# : ""
        let text = begin + number + end
        let json = try JSON(parsing: Data("\(text)00000000".utf8).prefix(text.utf8.count))
        return begin.isEmpty ? json : begin == "[" ? json[0] : json.n
    }

    private static func two(to exponent: Int) -> Decimal { (0..<exponent).reduce(Decimal(1)) { power, _ in power * 2 } }
}
