import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// How any encodable value becomes the items of a query.
struct QueryEncodingTests {
    private struct Filter: Encodable {
        struct Range: Encodable { var from = 1.5, upTo = 20.0 }
        var text: String? = "a b"
        var tags = ["x", "y,z"]
        var range = Range()
        var isFree = true
        var since: Date? = Date(timeIntervalSince1970: 1_000_000_000.5)
        var page: Int?
        var url = URL(string: "https://example.org/?a=b")
    }

    private func names(_ value: some Encodable, _ encoding: Query.Encoding = .standard) throws -> [String] {
        try Query(encoding: value, by: encoding).items.map { "\($0.name)=\($0.value ?? "")" }
    }

    @Test func `the standard encoding repeats names, nests in brackets and leaves out what is not there`() throws {
        #expect(
            try names(Filter()) == [
                "text=a b", "tags=x", "tags=y,z", "range[from]=1.5", "range[upTo]=20", "isFree=true",
                "since=2001-09-09T01:46:40Z", "url=https://example.org/?a=b",
            ])
    }

    @Test(arguments: [
        (Query.Encoding.Arrays.repeated, "a=1&a=2%2C3"), (.brackets, "a%5B%5D=1&a%5B%5D=2%2C3"),
        (.indexed, "a%5B0%5D=1&a%5B1%5D=2%2C3"), (.commas, "a=1,2%2C3"),
    ])
    func `arrays are written in four ways`(arrays: Query.Encoding.Arrays, expected: String) throws {
        let encoding = Query.Encoding(arrays: arrays)
        #expect(try Query(encoding: ["a": ["1", "2,3"]], by: encoding).encoded == expected)
        #expect(try Query(encoding: ["a": [String]()], by: encoding).encoded == "")
    }

    @Test func `a long array is joined in one pass`() throws {
        let numbers = Array(0..<100_000)
        let query = try Query(encoding: ["a": numbers], by: .init(arrays: .commas))
        #expect(query.items.count == 1 && query.items[0].values.count == 100_000)
    }

    @Test func `keys inside others are written in two ways`() throws {
        let value = ["a": ["b": [["c": 1], ["c": 2]]]]
        #expect(try names(value) == ["a[b][c]=1", "a[b][c]=2"])
        #expect(try names(value, .init(nesting: .dots)) == ["a.b.c=1", "a.b.c=2"])
        #expect(try names(value, .init(arrays: .indexed)) == ["a[b][0][c]=1", "a[b][1][c]=2"])
        #expect(try names(value, .init(arrays: .brackets, nesting: .dots)) == ["a.b[].c=1", "a.b[].c=2"])
    }

    @Test func `booleans, dates, spaces and what is not there are written as the encoding says`() throws {
        let encoding = Query.Encoding(
            booleans: .digits, dates: .millisecondsSince1970, absences: .empty, spaces: .plus)
        let query = try Query(encoding: Filter(), by: encoding)
        #expect(query.values(of: "isFree") == ["1"])
        #expect(query.values(of: "since") == ["1000000000500"])
        #expect(query.values(of: "page") == [""])
        #expect(query.encoded.hasPrefix("text=a+b&"))
        #expect(try names(["a": [nil, 1]]) == ["a=1"])
        #expect(try names(["a": [nil, 1]], .init(arrays: .commas, absences: .empty)) == ["a=,1"])
        let inSeconds = Query.Encoding(dates: .secondsSince1970)
        #expect(try names(["a": Date(timeIntervalSince1970: 0.5)], inSeconds) == ["a=0.5"])
    }

    @Test func `an absent value of every type is written when the encoding says so`() throws {
        struct Absent: Encodable {
            var a: String?, b: Bool?, c: Int?, d: Double?, e: Float?, f: Int8?, g: UInt64?, h: Date?, i: [Int]?
        }
        let expected = ["a=", "b=", "c=", "d=", "e=", "f=", "g=", "h=", "i="]
        #expect(try names(Absent(), .init(absences: .empty)) == expected)
        #expect(try names(Absent()) == [])
    }

    @Test func `numbers of every kind are written in full`() throws {
        struct Numbers: Encodable {
            var a = Int8.min, b = UInt64.max, c = 0.1, d = Float(0.1), e = -0.0, f = 1e300
            var g = Decimal(string: "12345678901234567890.123"), h = Data([0xFF, 0xFE])
        }
        #expect(
            try names(Numbers()) == [
                "a=-128", "b=18446744073709551615", "c=0.1", "d=0.1", "e=-0", "f=1e+300", "g=12345678901234567890.123",
                "h=//4=",
            ])
        #expect(try Query(encoding: ["a": 1e300]).encoded == "a=1e%2B300")
    }

    @Test func `a dictionary is written in the order of its keys`() throws {
        let byText = Dictionary(uniqueKeysWithValues: (10..<30).map { ("k\($0)", $0) })
        #expect(try names(byText) == (10..<30).map { "k\($0)=\($0)" })
        let byNumber = Dictionary(uniqueKeysWithValues: (0..<30).map { ($0, ["x"]) })
        #expect(try names(byNumber) == (0..<30).map { "\($0)=x" })
    }

    @Test func `a class is written with what its superclass encodes`() throws {
        class Base: Encodable { var base = 1 }
        class Derived: Base {
            enum Keys: CodingKey { case own }
            override func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: Keys.self)
                try container.encode(2, forKey: .own)
                try super.encode(to: container.superEncoder())
            }
        }
        #expect(try names(Derived()) == ["own=2", "super[base]=1"])
    }

    @Test func `what has no names can't be a query`() {
        let reasons = [
            refusal([1, 2]), refusal("text"), refusal(["a": Double.nan]), refusal(["a": [["b": [1.0, .infinity]]]]),
            refusal(["a": [[1]]], .init(arrays: .commas)), refusal(["a": [["b": 1]]], .init(arrays: .commas)),
        ]
        #expect(
            reasons == [
                "the query can't be encoded: a query consists of names and values, but this is an array",
                "the query can't be encoded: a query consists of names and values, but this is a single value",
                "the query can't be encoded: a: nan is not finite",
                "the query can't be encoded: a[0].b[1]: inf is not finite",
                "the query can't be encoded: a[0]: a nested array can't be joined by commas",
                "the query can't be encoded: a[0].b: a value with names can't be joined by commas",
            ])
    }

    @Test func `what a value throws while it encodes itself is the reason`() {
        struct Oops: Error {}
        struct Broken: Encodable {
            func encode(to encoder: any Encoder) throws { throw Oops() }
        }
        #expect(refusal(["a": Broken()])?.hasSuffix("Oops()") == true)
        #expect(refusal(["a": ["password": Double.nan]])?.contains("finite") == true)
    }

    private func refusal(_ value: some Encodable, _ encoding: Query.Encoding = .standard) -> String? {
        do throws(RequestError) {
            _ = try Query(encoding: value, by: encoding)
            return nil
        } catch { return error.message }
    }
}
