import Foundation
import ResourcefulTesting
import Testing

/// The smallest threads of Apple's platforms have 512 KB of stack: what needs more is an error, and never a crash.
struct SmallStackTests {
    /// An enumeration that tries one type after the other, which takes most stack.
    indirect enum Anything: Codable, Equatable, Sendable {
        case number(Double), text(String), array([Anything]), object([String: Anything])

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let number = try? container.decode(Double.self) {
                self = .number(number)
            } else if let text = try? container.decode(String.self) {
                self = .text(text)
            } else if let array = try? container.decode([Anything].self) {
                self = .array(array)
            } else {
                self = .object(try container.decode([String: Anything].self))
            }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .number(let number): try container.encode(number)
            case .text(let text): try container.encode(text)
            case .array(let array): try container.encode(array)
            case .object(let object): try container.encode(object)
            }
        }
    }

    struct Comment: Codable, Equatable, Sendable {
        var title: String?
        var replies: [Comment]?
    }

    /// A type that writes and reads itself, element by element.
    struct Row: Codable, Equatable, Sendable {
        var rows: [Row] = []

        init(_ rows: [Row]) { self.rows = rows }

        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            while !container.isAtEnd { rows.append(try container.decode(Row.self)) }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.unkeyedContainer()
            for row in rows { try container.encode(row) }
        }
    }

    /// Runs on a thread with 512 KB of stack, and waits for its end.
    private static func onSmallStack<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            let thread = Thread { continuation.resume(returning: body()) }
            thread.stackSize = 512 * 1024
            thread.start()
        }
    }

    private static func text(_ open: String, _ core: String, _ close: String, levels: Int) -> Data {
        let count = levels / open.filter { "[{".contains($0) }.count
        return Data((String(repeating: open, count: count) + core + String(repeating: close, count: count)).utf8)
    }

    /// The reason that a value can't be decoded; nil if it was.
    private static func failure<Value: Codable & Equatable & Sendable>(
        _ type: Value.Type, _ text: Data, keys: JSON.Decoder.Keys = .useDefaultKeys
    ) -> ParseFailure? {
        do {
            let value = try JSON.Decoder(keys: keys).decode(type, from: text)
            #expect(try JSON.Decoder(keys: keys).decode(type, from: JSON(parsing: text)) == value)
            return nil
        } catch {
            guard case DecodingError.dataCorrupted(let context) = error else {
                return ParseFailure(expected: "", found: "\(error)")
            }
            return context.underlyingError as? ParseFailure
        }
    }

    private static func check<Value: Codable & Equatable & Sendable>(
        _ type: Value.Type, _ open: String, _ core: String, _ close: String
    ) async throws {
        for levels in [16, 48, 80, 128, 256, 512] {
            let text = Self.text(open, core, close, levels: levels - 2)
            for keys in [JSON.Decoder.Keys.useDefaultKeys, .convertFromSnakeCase] {
                let failure = await onSmallStack { Self.failure(type, text, keys: keys) }
                // A level takes less than 8 KB.
                #expect(failure == nil || levels > 48, "\(levels) levels: \(String(describing: failure))")
                #expect(
                    failure.map { $0.found.contains("levels deep") && $0.position != nil } != false,
                    "\(failure?.found ?? "")")
            }
            // On this thread, there is space for all of them.
            let value = try JSON.Decoder().decode(type, from: text)
            let error = await onSmallStack { thrown(EncodingError.self) { try JSON.Encoder().encode(value) } }
            #expect(error == nil || levels > 48, "\(levels) levels")
            if case .invalidValue(_, let context)? = error { #expect(context.debugDescription.contains("levels deep")) }
            #expect(try JSON(parsing: JSON.Encoder().encode(value)) == JSON(parsing: text) || type == Comment.self)
        }
    }

    @Test func `types that nest up to 512 levels are read and written, or are an error that names the depth`()
        async throws
    {
        try await Self.check(Anything.self, "[", "1", "]")
        try await Self.check(Anything.self, #"{"a":"#, "1", "}")
        try await Self.check(Comment.self, #"{"replies":["#, "", "]}")
        try await Self.check(Row.self, "[", "", "]")
    }

    @Test func `untyped JSON nests 512 levels on any thread`() async {
        let text = Self.text("[", "", "]", levels: 512)
        let same = await Self.onSmallStack {
            let json = try? JSON(parsing: text)
            var place = json
            for _ in 0..<511 { place = place?[0] }
            return (try? place?.array.isEmpty) == true && json == (try? JSON(parsing: text))
                && "\(json.map { String($0) } ?? "")".utf8.count == 1_024 && json.hashValue == json.hashValue
        }
        #expect(same)
    }
}
