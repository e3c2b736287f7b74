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

    private static func two(to exponent: Int) -> Decimal { (0..<exponent).reduce(Decimal(1)) { power, _ in power * 2 } }
}
