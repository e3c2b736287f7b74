import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct JSONNumberTests {
    private func json(_ text: String) throws -> JSON { try JSON(parsing: Data(text.utf8)) }

    @Test func `a whole number is read exactly, however it is written`() {
        let cases: [(String, Int)] = [
            ("0", 0), ("-0", 0), ("-0.0", 0), ("3", 3), ("3.0", 3), ("3.000", 3), ("1e2", 100), ("1E+2", 100),
            ("100e-2", 1),
            ("-1.5e1", -15), ("12.50e2", 1250), ("0e99999999999999999999", 0), ("0.000e-99999999999999999999", 0),
            ("9223372036854775807", Int.max), ("-9223372036854775808", Int.min), ("9223372036854775807.0", Int.max),
            ("922337203685477580.7e1", Int.max), ("9007199254740993.0", 9_007_199_254_740_993),
            ("90071992547409930e-1", 9_007_199_254_740_993), ("0.1e1", 1), ("0.0000000000000000000000001e25", 1),
            ("1000000000000000000000000e-24", 1),
        ]
        checkEach(cases) { text, int throws in #expect(try json(text).int == int, "\(text)") }
    }

    @Test func `a number that is not whole, or does not fit, is no whole number`() {
        let cases: [String] = [
            "0.5", "1e-1", "3.0000001", "9007199254740992.5", "1e-400", "9223372036854775808", "-9223372036854775809",
            "9223372036854775807.5", "1e19", "1e400", "1e99999999999999999999", "922337203685477580.75", "-1e-1",
            "123456789012345678901234567890", "1e-99999999999999999999", "0.99999999999999999999",
        ]
        checkEach(cases) { text throws in
            let failure = #expect(throws: ParseFailure.self, "\(text)") { try json(text).int }
            #expect(failure?.expected == "a whole number that an Int can hold", "\(text)")
            #expect(failure?.found == text, "\(text)")
        }
    }

    @Test func `moving the point and the exponent against each other changes nothing`() throws {
        var random = SplitMix64(seed: 30)
        for _ in 0..<Effort.rounds(3_000) {
            let int = Int(truncatingIfNeeded: random.next()) >> Int.random(in: 0..<64, using: &random)
            guard int != 0 else { continue }
            let digits = String(int.magnitude)
            let sign = int < 0 ? "-" : ""
            let point = Int.random(in: 1...digits.count, using: &random)
            let zeros = String(repeating: "0", count: Int.random(in: 0...3, using: &random))
            let (head, tail) = (digits.prefix(point), digits.dropFirst(point) + zeros)
            let shifted = sign + head + (tail.isEmpty ? "" : "." + tail) + "e\(digits.count - point)"
            #expect(try json(shifted).int == int, "\(shifted)")
            let extended = sign + digits + zeros + "E-\(zeros.count)"
            #expect(try json(extended).int == int, "\(extended)")
            let broken = sign + digits + ".\(zeros)1"
            #expect(thrown(ParseFailure.self) { try json(broken).int } != nil, "\(broken)")
        }
    }

    @Test func `a number is read as the nearest Double`() throws {
        var random = SplitMix64(seed: 31)
        for _ in 0..<Effort.rounds(3_000) {
            let double = Double(bitPattern: random.next())
            guard double.isFinite else { continue }
            #expect(try json("\(double)").double.bitPattern == double.bitPattern)
        }
        #expect(try json("-0").double.sign == .minus)
        #expect(try json("0.1").double == 0.1)
        #expect(try json("9223372036854775808").double == 0x1p63)
        #expect(try json("1e-400").double == 0)
        #expect(try json("1.7976931348623157e308").double == .greatestFiniteMagnitude)
    }

    @Test(arguments: ["1e309", "-1e309", "1e400", "1e99999999999999999999"])
    func `a number beyond the Doubles is refused and not infinite`(text: String) throws {
        let failure = #expect(throws: ParseFailure.self) { try json(text).double }
        #expect(failure?.description.hasPrefix("expected a number that a Double can hold, found \(text)") == true)
    }

    @Test func `a long number is read in time`() throws {
        let digits = String(repeating: "9", count: 100_000)
        #expect(throws: ParseFailure.self) { try json(digits).int }
        #expect(try json("1." + String(repeating: "0", count: 100_000)).int == 1)
        #expect(try json("0." + digits).double == 1)
    }
}
