import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What a decoder made of a document: a value, or an error of a kind with a coding path.
enum DecodingOutcome: Equatable {
    case value(String)
    case failure(kind: String, path: [String])

    init<Value>(_ decode: () throws -> Value) {
        do {
            self = .value("\(try decode())")
        } catch DecodingError.keyNotFound(let key, let context) {
            self = .failure(kind: "no key \(key.stringValue)", path: context.codingPath.map(\.stringValue))
        } catch DecodingError.typeMismatch(let type, let context) {
            self = .failure(kind: "no \(type)", path: context.codingPath.map(\.stringValue))
        } catch DecodingError.valueNotFound(let type, let context) {
            self = .failure(kind: "null for \(type)", path: context.codingPath.map(\.stringValue))
        } catch DecodingError.dataCorrupted {
            // Foundation names the whole document when a number in it does not fit.
            self = .failure(kind: "corrupted", path: [])
        } catch {
            self = .failure(kind: "\(error)", path: [])
        }
    }
}

/// The decoder on the tape and Foundation's make the same of the same document.
struct JSONDecoderAgreementTests {
    /// Documents of every kind, right and wrong for the types below.
    private static let texts = [
        "null", "true", "false", "0", "1", "-1", "3.0", "1.5", "255", "256", "-128", "1e3", "1e30", "1e400",
        "9223372036854775807", "9223372036854775808", "18446744073709551615", "0.1", "-0.0", "12345678901234567890123",
        #""""#, #""a""#, #""é\n\ud83d\ude00""#, #""AQID""#, #""https://example.org/a?b""#, #""2026-03-14T09:26:53Z""#,
        "[]", "[1]", "[1,2,3]", "[1,null]", #"["a","b"]"#, "[[1],[2]]", "[true]", "[1.5,2]", "{}", #"{"a":1}"#,
        #"{"a":null}"#, #"{"a":"b"}"#, #"{"a":1,"b":2}"#, #"{"1":1,"2":2}"#, #"{"a":[1,2]}"#, #"{"a":{"a":1}}"#,
        #"{"a":1,"b":2,"a":3}"#, #"{"\u0061":1}"#, #"["a",1,"b",2]"#, #"[{"a":1},{"b":1}]"#, "[", "{\"a\"", "nul", "",
        #"{"a":1.5}"#, #"[300]"#, #"{"a":"https://example.org"}"#, #"[{"a":1},{"a":"x"}]"#, "[[1],2]", "[[1],null]",
        #"{"id":1,"name":"a","tags":["x"],"inner":{"id":2}}"#, #"{"id":1,"name":null,"tags":[],"inner":null}"#,
        #"{"name":"a","id":1}"#, #"{"id":1,"tags":[1]}"#, #"{"id":1,"inner":{"id":"x"}}"#, #"{"id":1,"inner":{}}"#,
        #"{"id":1,"name":"a","id":2,"tags":["y"]}"#, #"{"inner":{"id":5},"tags":["y"],"id":2,"name":"z"}"#,
    ]

    struct Item: Codable {
        var id: Int
        var name: String?
        var tags: [String]?
        var inner: Inner?
        struct Inner: Codable { var id: UInt8 }
    }

    class Parent: Decodable {
        var id: Int
        enum Keys: CodingKey { case id }
        required init(from decoder: any Decoder) throws {
            id = try decoder.container(keyedBy: Keys.self).decode(Int.self, forKey: .id)
        }
    }

    final class Child: Parent, CustomStringConvertible {
        var name: String?
        enum ChildKeys: CodingKey { case name, inner }
        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: ChildKeys.self)
            name = try container.decodeIfPresent(String.self, forKey: .name)
            try super.init(from: container.superDecoder(forKey: .inner))
        }
        var description: String { "\(id) \(name ?? "")" }
    }

    struct Walk: Decodable, CustomStringConvertible {
        var description: String
        init(from decoder: any Decoder) throws {
            var list = try decoder.unkeyedContainer()
            var seen = "\(list.count ?? -1)"
            while !list.isAtEnd {
                if try list.decodeNil() {
                    seen += " null"
                } else if var inner = try? list.nestedUnkeyedContainer() {
                    seen += " [\(try inner.decode(Int.self)) \(inner.isAtEnd)]"
                } else if let inner = try? list.nestedContainer(keyedBy: Parent.Keys.self) {
                    seen += " {\(inner.contains(.id)) \(inner.allKeys.count)}"
                } else {
                    seen += " \(try list.decode(Double.self))"
                }
                seen += "@\(list.currentIndex)"
            }
            description = seen
            _ = try list.superDecoder()
        }
    }

    private func agree<Value: Decodable>(
        on type: Value.Type, ours: JSON.Decoder = JSON.Decoder(), theirs: JSONDecoder = JSONDecoder(),
        texts: [String] = texts
    ) {
        for text in texts {
            let data = Data(text.utf8)
            let (our, their) = (
                DecodingOutcome { try ours.decode(type, from: data) },
                DecodingOutcome { try theirs.decode(type, from: data) }
            )
            #expect(our == their, "\(type) of \(text)")
        }
    }

    @Test func `on scalars`() {
        agree(on: Bool.self)
        agree(on: Int.self)
        agree(on: Int8.self)
        agree(on: UInt8.self)
        agree(on: Int64.self)
        agree(on: UInt64.self)
        agree(on: Double.self)
        agree(on: Float.self)
        agree(on: String.self)
        agree(on: Decimal.self)
        agree(on: URL.self)
        agree(on: Int?.self)
        agree(on: String?.self)
    }

    @Test func `but a number that is nearly zero is no whole number here`() throws {
        // Foundation reads it as a Double first, which is zero.
        #expect(try JSONDecoder().decode(Int.self, from: Data("1e-400".utf8)) == 0)
        #expect(throws: DecodingError.self) { try JSON.Decoder().decode(Int.self, from: Data("1e-400".utf8)) }
        agree(on: Double.self, texts: ["1e-400", "-1e-400", "1e-320", "4.9e-324", "1e308", "1.7976931348623159e308"])
    }

    @Test func `on arrays and dictionaries`() {
        agree(on: [Int].self)
        agree(on: [UInt8].self)
        agree(on: [Double].self)
        agree(on: [String].self)
        agree(on: [Bool].self)
        agree(on: [Int?].self)
        agree(on: [[Int]].self)
        agree(on: [URL].self)
        // A dictionary with one key: its order is its own.
        agree(on: [String: Int].self, texts: Self.texts.filter { !$0.contains(",") })
        agree(on: [Int: Int].self, texts: Self.texts.filter { !$0.contains(",") })
        agree(on: [String: [String: Int]].self, texts: Self.texts.filter { !$0.contains(",") })
        agree(on: [Double: Int].self, texts: Self.texts.filter { !$0.contains(",") })
    }

    @Test func `on structs, classes with a superclass, and containers walked by hand`() {
        agree(on: Item.self)
        agree(on: [Item].self)
        agree(on: [String: Item].self, texts: Self.texts.filter { !$0.contains(",") })
        agree(on: Child.self)
        agree(on: Walk.self)
    }

    @Test func `on every strategy`() {
        let theirs = JSONDecoder()
        agree(on: Date.self)
        theirs.dateDecodingStrategy = .secondsSince1970
        agree(on: Date.self, ours: JSON.Decoder(dates: .secondsSince1970), theirs: theirs)
        theirs.dateDecodingStrategy = .millisecondsSince1970
        agree(on: [Date].self, ours: JSON.Decoder(dates: .millisecondsSince1970), theirs: theirs)
        theirs.dateDecodingStrategy = .iso8601
        agree(on: Date.self, ours: JSON.Decoder(dates: .iso8601), theirs: theirs)
        agree(on: Data.self)
        theirs.dataDecodingStrategy = .deferredToData
        agree(on: Data.self, ours: JSON.Decoder(data: .deferredToData), theirs: theirs)
        theirs.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "a", negativeInfinity: "b", nan: "")
        let ours = JSON.Decoder(
            nonFiniteNumbers: .convertFromString(positiveInfinity: "a", negativeInfinity: "b", nan: ""))
        agree(on: [Double].self, ours: ours, theirs: theirs)
        agree(on: Float.self, ours: ours, theirs: theirs)
    }

    @Test func `on keys in snake case`() {
        struct Names: Decodable, Equatable { var runningTime: Int?, _a: Int?, url2Path: Int?, aB_: Int? }
        let theirs = JSONDecoder()
        theirs.keyDecodingStrategy = .convertFromSnakeCase
        let ours = JSON.Decoder(keys: .convertFromSnakeCase)
        let keys = [
            "running_time", "runningTime", "RUNNING_TIME", "_a", "__a", "url2_path", "url_2path", "a_b_", "a__b_", "_",
            "",
            "running-time", "running_TIME", "a_é", "x_1y", "x_y-z", "x_ÀB",
        ]
        agree(
            on: Names.self, ours: ours, theirs: theirs,
            texts: keys.map { #"{"\#($0)":1}"# } + keys.map { #"{"\#($0)":"x"}"# })
        agree(on: [String: Int].self, ours: ours, theirs: theirs, texts: keys.map { #"{"\#($0)":1}"# })
        agree(on: [String: Item.Inner].self, ours: ours, theirs: theirs, texts: keys.map { #"{"\#($0)":{"id":1}}"# })
        struct AllKeys: Decodable, CustomStringConvertible {
            struct Key: CodingKey {
                var stringValue: String
                var intValue: Int? { nil }
                init(stringValue: String) { self.stringValue = stringValue }
                init?(intValue: Int) { nil }
            }
            var description: String
            init(from decoder: any Decoder) throws {
                description = try decoder.container(keyedBy: Key.self).allKeys.map(\.stringValue).joined()
            }
        }
        agree(on: AllKeys.self, ours: ours, theirs: theirs, texts: keys.map { #"{"\#($0)":1}"# })
    }

    @Test func `on numbers of any length and exponent`() {
        var random = SplitMix64(seed: 71)
        let texts = (0..<Effort.rounds(4_000)).map { _ in
            let digits = (0..<Int.random(in: 1...20, using: &random)).map { _ in
                "\(Int.random(in: 0...9, using: &random))"
            }
            let whole = "\(Int.random(in: 1...9, using: &random))" + digits.joined()
            let fraction = Bool.random(using: &random) ? ".\(Int.random(in: 0...99_999_999, using: &random))" : ""
            let exponent = Bool.random(using: &random) ? "e\(Int.random(in: -30...30, using: &random))" : ""
            return String(whole.prefix(Int.random(in: 1...20, using: &random))) + fraction + exponent
        }
        agree(on: Double.self, texts: texts)
        agree(on: Float.self, texts: texts)
        agree(on: Int.self, texts: texts.filter { !$0.contains("e") && !$0.contains(".") })
    }
}
