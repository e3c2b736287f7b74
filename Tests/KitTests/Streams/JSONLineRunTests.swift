import ResourcefulStreams
import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Lines are read many at once where that makes no difference, and one by one otherwise.
struct JSONLineRunTests {
    private let request: Request

    init() throws { request = Request(url: try #require(URL(string: "https://example.org/lines"))) }

    /// Any value, read through the containers of its decoder, with the path of each one.
    private indirect enum Anything: Decodable, Sendable, CustomStringConvertible {
        case scalar(String)
        case several([Anything])

        init(from decoder: any Decoder) throws {
            let path = decoder.codingPath.map(\.stringValue).joined(separator: ".")
            if let container = try? decoder.container(keyedBy: Key.self) {
                let values = try container.allKeys.map { try container.decode(Anything.self, forKey: $0) }
                self = .several([.scalar("\(path) {\(container.allKeys.map(\.stringValue))}")] + values)
            } else if var container = try? decoder.unkeyedContainer() {
                var values: [Anything] = [.scalar("\(path) [\(container.count ?? -1)]")]
                while !container.isAtEnd { values.append(try container.decode(Anything.self)) }
                self = .several(values)
            } else {
                self = .scalar("\(path) \(try Self.text(in: try decoder.singleValueContainer()))")
            }
        }

        private static func text(in container: any SingleValueDecodingContainer) throws -> String {
            if container.decodeNil() { return "null" }
            if let bool = try? container.decode(Bool.self) { return "\(bool)" }
            if let number = try? container.decode(Double.self) { return "\(number)" }
            return try container.decode(String.self)
        }

        var description: String {
            switch self {
            case .scalar(let text): text
            case .several(let values): "\(values)"
            }
        }
    }

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// An element that isn't a place in its document, but knows one, or what is said about one.
    private struct Placed: Decodable, Sendable {
        let path: String
        let failure: String

        init(from decoder: any Decoder) throws {
            let json = try JSON(from: decoder)
            path = "\(json.path)"
            do {
                failure = String(try json.missing.string)
            } catch {
                failure = "\(error)"
            }
        }
    }

    /// An element that keeps a place only now and then.
    private struct Sometimes: Decodable, Sendable {
        let number: Int?
        let kept: JSON?
        let several: [JSON]?
        let named: [String: JSON]?
    }

    private struct Point: Decodable, Sendable {
        let x: Int
        let sizes: [Double]?
        let name: String
    }

    /// Lines of texts, blank ones, with both kinds of line breaks, half of them damaged.
    private func body(
        _ text: (inout SplitMix64) -> String, isDamaged: Bool, using random: inout SplitMix64
    ) -> Data {
        var body = Int.random(in: 0..<8, using: &random) == 0 ? "\u{FEFF}" : ""
        for _ in 0..<Int.random(in: 0...24, using: &random) {
            let line = text(&random).unicodeScalars.map { $0 == "\n" ? " " : Character($0) }
            body += String(line) + (["\n", "\n", "\n", "\r\n", "\n\n", "\n \t\n"].randomElement(using: &random) ?? "")
        }
        if Bool.random(using: &random) { body += text(&random).replacing("\n", with: " ") }
        var bytes = Array(body.utf8)
        if isDamaged, !bytes.isEmpty {
            let place = Int.random(in: bytes.indices, using: &random)
            bytes[place] = Array("[]{},:\"\\ 1\n".utf8)[Int.random(in: 0..<11, using: &random)]
        }
        return Data(bytes)
    }

    private func expectLaw<Element: Decodable & Sendable>(
        _ type: Element.Type, _ text: (inout SplitMix64) -> String, seed: UInt64
    ) {
        var random = SplitMix64(seed: seed)
        let stream = StreamResource<Element>(jsonLines: request)
        var (whole, elements) = (0, 0)
        let rounds = Effort.size(reduced: 6, usual: 24, full: 400)
        for round in 0..<rounds {
            let body = body(text, isDamaged: round % 2 == 1, using: &random)
            expectSameOutcome(of: stream, in: body, using: &random)
            let outcome = StreamOutcome(of: stream, in: body)
            whole += outcome.failure == nil ? 1 : 0
            elements += outcome.elements.count
        }
        #expect(whole > rounds / 4 && whole <= rounds && elements > rounds)
    }

    private func tree(_ random: inout SplitMix64) -> String {
        JSONTree.arbitrary(depth: 3, using: &random).written(using: &random)
    }

    @Test func `values of any shape are the same in one piece and in many, with the paths that they see`() {
        expectLaw(Anything.self, tree, seed: 91)
    }

    @Test func `values with members are the same in one piece and in many`() {
        let point: (inout SplitMix64) -> String = { random in
            let number = Int.random(in: 0..<1_000, using: &random)
            let some = ["", #""sizes":[1,2,3,4,5,6,7,8,9,10.5],"#, #""sizes":null,"#]
            let sizes = some.randomElement(using: &random) ?? ""
            // One in 64 doesn't fit.
            let name = Int.random(in: 0..<64, using: &random) == 0 ? "7" : #""p\u0041""#
            return #"{"x":\#(number),\#(sizes)"name":\#(name)}"#
        }
        expectLaw(Point.self, point, seed: 92)
    }

    @Test func `elements that know a place know the same one in one piece and in many`() {
        expectLaw(Placed.self, tree, seed: 93)
        expectLaw(Lossy<Placed>.self, { "[\(tree(&$0)),\(tree(&$0))]" }, seed: 96)
        expectLaw(Lossy<Int>.self, { "[1,\"\($0.next() % 9)\",2.5]" }, seed: 94)
        let kept = [#"{"kept":[1,{"a":2}]}"#, #"{"several":[{"a":2}]}"#, #"{"named":{"a":{"b":2}}}"#]
        expectLaw(
            Sometimes.self, { $0.next() % 16 == 0 ? kept[Int($0.next() % 3)] : #"{"number":1}"# }, seed: 95)
    }

    @Test func `blank lines of any number stand before, between and after others`() {
        for blank in ["\n", "\r\n", " \t\n"] {
            let (many, line) = (String(repeating: blank, count: 300), "{\"x\":1,\"name\":\"n\"}\n")
            let body = Data((many + line + line + many + line + many).utf8)
            let stream = StreamResource<Point>(jsonLines: request)
            #expect(StreamOutcome(of: stream, in: body).elements.count == 3)
            let whole = StreamOutcome(of: stream, in: body + Data("{}".utf8))
            #expect(whole.elements.count == 3 && whole.failure?.contains("line 904") == true)
        }
    }

    @Test func `a line break ends a line, also where JSON allows one in a value`() throws {
        let (line, broken) = (#"{"x":1,"name":"n"}"#, "{\"x\":1,\n\"name\":\"n\"}")
        for before in [0, 1, 7, 50] {
            let lines = Array(repeating: line, count: before) + [broken] + Array(repeating: line, count: 50)
            let outcome = StreamOutcome(
                of: StreamResource<Point>(jsonLines: request), in: Data(lines.joined(separator: "\n").utf8))
            #expect(outcome.elements.count == before && outcome.failure?.contains("line \(before + 1)") == true)
        }
    }

    @Test func `two values in a line are refused, however many lines there are`() {
        let line = #"{"x":1,"name":"n"}"#
        for before in [0, 1, 7, 50] {
            let lines = Array(repeating: line, count: before) + [line + " " + line] + Array(repeating: line, count: 50)
            let outcome = StreamOutcome(
                of: StreamResource<Point>(jsonLines: request), in: Data(lines.joined(separator: "\n").utf8))
            #expect(outcome.elements.count == before && outcome.failure?.contains("line \(before + 1)") == true)
        }
    }

    @Test func `lines longer than are read at once stand between others`() throws {
        let long = "[" + repeatElement("7", count: 50_000).joined(separator: ",") + "]"
        let short = (0..<9_000).map { "[\($0),\($0)]" }
        let lines = [long] + short + [long, long] + short + [long]
        let stream = StreamResource<[Int]>(jsonLines: request)
        for end in ["", "\n"] {
            let elements = try stream.elements(in: Data((lines.joined(separator: "\n") + end).utf8))
            let counts = [50_000] + short.map { _ in 2 } + [50_000, 50_000] + short.map { _ in 2 } + [50_000]
            #expect(elements.map(\.count) == counts && elements[9_000] == [8_999, 8_999] && elements[9_003] == [0, 0])
        }
    }

    @Test func `a line longer than the maximum is refused wherever it stands, and its failure has its place`() throws {
        let line = #"{"x":1,"name":"\#(String(repeating: "n", count: 80))"}"#
        for count in [0, 1, 2, 3, 700, 3_000] {
            let lines = Array(repeating: line, count: count) + [line.replacing("1", with: "12")] + [line]
            let stream = StreamResource<Point>(jsonLines: request, maximumSize: line.utf8.count)
            let error = try #require(throws: LoadError.self) {
                try stream.elements(in: Data(lines.joined(separator: "\n").utf8))
            }
            let failure = try #require(error.parseFailure)
            #expect(failure.path == [.index(count)] && failure.position == TextPosition(line: count + 1, column: 1))
            #expect(failure.expected == "an element of at most \(line.utf8.count) bytes")
        }
    }

    @Test func `a failure behind many lines has its number and its place`() throws {
        let name = String(repeating: "é", count: 30)
        let lines = (0..<2_000).map { #"{"x":\#($0 == 1_234 ? "\"1\"" : "1"),"name":"\#(name)"}"# }
        let stream = StreamResource<Point>(jsonLines: request)
        let error = try #require(throws: LoadError.self) {
            try stream.elements(in: Data(lines.joined(separator: "\n\n").utf8))
        }
        let failure = try #require(error.parseFailure)
        #expect(failure.path == [1_234, "x"] && failure.position == TextPosition(line: 2_469, column: 6))
    }
}
