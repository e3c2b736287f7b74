// JSON here and JSON in Foundation, on four documents, interleaved; one line of JSON for all that was measured.
//
//     json FOLDER ROUNDS
//     json FOLDER 0 DOCUMENT     the bytes of memory that a parsed document takes, and no more
//     json FOLDER COUNT DOCUMENT WORK
//                                one work so often, for a profiler; prints the nanoseconds of each
//     json shapes ROUNDS [SIZES] [NAME]
//                                options and types that decode themselves, at three sizes, or those that are given
//
// The folder holds small.json, list.json, timeline.json and numbers.json. Tests/Benchmarks/run-json makes it, and a
// table of the figures.
import Foundation
import ResourcefulJSON

struct WrongOutcome: Error {
    let document: String
    let work: String
}

/// Keeps a result from being optimised away.
@inline(never) func consume<Value>(_ value: Value) { withExtendedLifetime(value) {} }

func comparisons<Value: Codable & Equatable>(
    _ name: String, _ data: Data, byHand: @escaping (JSON) throws -> Value
) throws -> [Comparison] {
    let value = try JSONDecoder().decode(Value.self, from: data)
    guard try JSON.Decoder().decode(Value.self, from: data) == value else {
        throw WrongOutcome(document: name, work: "decoding")
    }
    guard try byHand(JSON(parsing: data)) == value else { throw WrongOutcome(document: name, work: "reading by hand") }
    let (ours, foundations) = (JSON.Encoder.sorted, JSONEncoder.deterministic)
    guard try ours.encode(value) == foundations.encode(value) else {
        throw WrongOutcome(document: name, work: "encoding")
    }
    let (decoder, foundationsDecoder) = (JSON.Decoder(), JSONDecoder())
    let (plain, foundationsPlain) = (JSON.Encoder(), JSONEncoder())
    return [
        Comparison(document: name, work: "parse") {
            consume(try JSON(parsing: data))
        } theirs: {
            consume(try JSONSerialization.jsonObject(with: data))
        },
        Comparison(document: name, work: "structs by hand") {
            consume(try byHand(JSON(parsing: data)))
        } theirs: {
            consume(try foundationsDecoder.decode(Value.self, from: data))
        },
        Comparison(document: name, work: "decode") {
            consume(try decoder.decode(Value.self, from: data))
        } theirs: {
            consume(try foundationsDecoder.decode(Value.self, from: data))
        },
        Comparison(document: name, work: "encode") {
            consume(try plain.encode(value))
        } theirs: {
            consume(try foundationsPlain.encode(value))
        },
        Comparison(document: name, work: "encode, sorted keys") {
            consume(try ours.encode(value))
        } theirs: {
            consume(try foundations.encode(value))
        },
    ]
}

let arguments = CommandLine.arguments
guard arguments.count >= 3, let rounds = Int(arguments[2]) else {
    FileHandle.standardError.write(Data("usage: json FOLDER ROUNDS\n".utf8))
    exit(2)
}
if arguments[1] == "shapes" {
    let sizes = arguments.count > 3 ? arguments[3].split(separator: ",").compactMap { Int($0) } : Shapes.sizes
    let chosen = try sizes.flatMap { try Shapes.comparisons(of: $0) }.filter {
        arguments.count <= 4 || $0.document.contains(arguments[4])
    }
    let figures = try chosen.map { try $0.measured(rounds: rounds) }
    let report: [String: Any] = ["shapes": figures]
    print(String(decoding: try JSONSerialization.data(withJSONObject: report, options: .sortedKeys), as: UTF8.self))
    exit(0)
}
let folder = URL(fileURLWithPath: arguments[1], isDirectory: true)
let names = ["list", "timeline", "numbers", "small"]
let texts = try Dictionary(
    uniqueKeysWithValues: names.map { ($0, try Data(contentsOf: folder.appendingPathComponent("\($0).json"))) })
// In a process of its own: memory that was used before would be used again, and not counted.
if arguments.count == 4 {
    let text = texts[arguments[3], default: Data()]
    let size = try memory(ofEachOf: max(1, 64_000_000 / max(1, text.count))) { try JSON(parsing: text) }
    print(size ?? 0)
    exit(0)
}
let all =
    try comparisons("list", texts["list", default: Data()], byHand: ByHand.list)
    + comparisons("timeline", texts["timeline", default: Data()], byHand: Timeline.init)
    + comparisons("numbers", texts["numbers", default: Data()], byHand: ByHand.numbers)
    + comparisons("small", texts["small", default: Data()], byHand: Small.init)

// For a profiler: nothing but one work.
if arguments.count == 5 {
    for comparison in all where comparison.document == arguments[3] && comparison.work == arguments[4] {
        print(Int(try comparison.time(comparison.ours, rounds)))
    }
    exit(0)
}

let report: [String: Any] = [
    "bytes": texts.mapValues(\.count), "comparisons": try all.map { try $0.measured(rounds: rounds) },
]
print(String(decoding: try JSONSerialization.data(withJSONObject: report, options: .sortedKeys), as: UTF8.self))
