import Foundation
import ResourcefulCore
import ResourcefulFormats
import Testing

/// A value and how often it was repaired; nil for a failure.
func lenient<Value: Decodable & Sendable>(
    _ type: Value.Type, _ text: String, _ decoder: JSON.Decoder = JSON.Decoder()
) throws -> Lenient<Value> {
    try JSON(parsing: Data(text.utf8)).decodeLeniently(type, decoder: decoder)
}

struct Box<Value: Decodable & Sendable>: Decodable, Sendable { let value: Value }

/// The value of a member, which must have taken so many repairs.
private func member<Value: Decodable & Sendable>(
    _ type: Value.Type, _ text: String, repairs: Int, _ decoder: JSON.Decoder = JSON.Decoder()
) throws -> Value {
    let read = try lenient(Box<Value>.self, #"{"value": \#(text)}"#, decoder)
    #expect(read.repairs.count == repairs && read.repairCount == repairs, "\(text): \(read.repairs)")
    #expect(read.repairs.allSatisfy { $0.path == "value" })
    return read.value.value
}

struct LenientScalarTests {
    @Test func `a whole number is made of`() {
        let cases: [(String, Int)] = [
            (#""12""#, 12), (#"" 12 ""#, 12), (#""1e3""#, 1000), (#""12.0""#, 12), ("1.5", 1), (#""-7.9""#, -7),
            ("true", 1), ("false", 0), ("null", 0), (#""""#, 0), (#""  ""#, 0), (#""007""#, 7), (#""+5""#, 5),
            (#""\u0031""#, 1), (#""9007199254740993""#, 9_007_199_254_740_993),
        ]
        checkEach(cases) { text, number throws in #expect(try member(Int.self, text, repairs: 1) == number, "\(text)") }
    }

    @Test(arguments: ["12", "12.0", "1.2e1"]) func `a whole number is as it is`(_ text: String) throws {
        #expect(try member(Int.self, text, repairs: 0) == 12)
    }

    @Test func `no whole number is made of`() {
        let cases: [String] = [
            #""12 apples""#, #""0x10""#, #""1e""#, #"".5""#, #""1.""#, #""-""#, "1e30", #""1e30""#, "1e400", "[1, 2]",
            #"{"a": 1}"#, #""٣""#, "{}", "[]", #""nan""#, #""1 2""#,
        ]
        for text in cases {
            #expect(throws: ParseFailure.self, "\(text)") { try lenient(Box<Int>.self, #"{"value": \#(text)}"#) }
        }
    }

    @Test func `a number must fit its type`() throws {
        #expect(try member(UInt8.self, #""255""#, repairs: 1) == 255)
        #expect(throws: ParseFailure.self) { try lenient(Box<UInt8>.self, #"{"value": "256"}"#) }
        #expect(throws: ParseFailure.self) { try lenient(Box<UInt>.self, #"{"value": -1}"#) }
        #expect(try member(Int64.self, #""9223372036854775807""#, repairs: 1) == .max)
    }

    @Test func `other numbers`() throws {
        #expect(try member(Double.self, #"" 1.5 ""#, repairs: 1) == 1.5)
        #expect(try member(Double.self, "true", repairs: 1) == 1)
        #expect(try member(Float.self, "null", repairs: 1) == 0)
        #expect(try member(Float.self, #""0.1""#, repairs: 1) == 0.1)
        #expect(try member(Decimal.self, #""0.1""#, repairs: 1) == Decimal(string: "0.1"))
        #expect(try member(Decimal.self, "0.1", repairs: 0) == Decimal(string: "0.1"))
        #expect(throws: ParseFailure.self) { try lenient(Box<Double>.self, #"{"value": "1e999"}"#) }
        let words = JSON.Decoder(
            nonFiniteNumbers: .convertFromString(positiveInfinity: "inf", negativeInfinity: "-inf", nan: ""))
        #expect(try member(Double.self, #""-inf""#, repairs: 0, words) == -.infinity)
        #expect(try member(Double.self, #""""#, repairs: 0, words).isNaN)
    }

    @Test(arguments: [
        ("1", "1"), ("1.50", "1.50"), ("true", "true"), ("null", ""),
    ])
    func `a string is made of`(_ text: String, _ string: String) throws {
        #expect(try member(String.self, text, repairs: 1) == string)
    }

    @Test func `no string is made of a container, and an empty one is as it is`() throws {
        #expect(throws: ParseFailure.self) { try lenient(Box<String>.self, #"{"value": [1]}"#) }
        #expect(throws: ParseFailure.self) { try lenient(Box<String>.self, #"{"value": {}}"#) }
        #expect(try member(String.self, #""""#, repairs: 0) == "")
    }

    @Test func `a truth value is made of`() {
        let cases: [(String, Bool)] = [
            (#""true""#, true), (#""YES""#, true), (#""1""#, true), ("1", true), (#""no""#, false),
            (#""False""#, false), ("0", false), (#""0""#, false), ("null", false), (#""""#, false),
        ]
        checkEach(cases) { text, bool throws in #expect(try member(Bool.self, text, repairs: 1) == bool, "\(text)") }
    }

    @Test func `no truth value is made of`() {
        for text in ["2", #""maybe""#, "[]", "{}", "1.5", #""on fire""#] {
            #expect(throws: ParseFailure.self, "\(text)") { try lenient(Box<Bool>.self, #"{"value": \#(text)}"#) }
        }
    }

    @Test func `dates and data by the decoder's strategies`() throws {
        let seconds = JSON.Decoder(dates: .secondsSince1970)
        #expect(try member(Date.self, #""60""#, repairs: 1, seconds) == Date(timeIntervalSince1970: 60))
        #expect(try member(Date.self, "60", repairs: 0, seconds) == Date(timeIntervalSince1970: 60))
        let iso = JSON.Decoder(dates: .iso8601)
        #expect(
            try member(Date.self, #""1970-01-01T00:01:00Z""#, repairs: 0, iso) == Date(timeIntervalSince1970: 60))
        for text in [#""soon""#, #""""#, "null", "true"] {
            #expect(throws: ParseFailure.self) { try lenient(Box<Date>.self, #"{"value": \#(text)}"#, iso) }
            #expect(throws: ParseFailure.self) { try lenient(Box<Date>.self, #"{"value": \#(text)}"#, seconds) }
            #expect(try member(Date?.self, text, repairs: text == "null" ? 0 : 1, iso) == nil)
        }
        #expect(try member(Data.self, #""aGk=""#, repairs: 0) == Data("hi".utf8))
        #expect(try member(Data?.self, #""?""#, repairs: 1) == nil)
        #expect(try member(URL?.self, "3", repairs: 1) == nil)
    }
}
