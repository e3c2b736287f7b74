// JSON here and JSON in Foundation, on a dozen documents, interleaved; one line of JSON for all that was measured.
//
//     json FOLDER ROUNDS
//     json FOLDER 0 DOCUMENT     the bytes of memory that a parsed document takes, and no more
//     json FOLDER COUNT DOCUMENT WORK
//                                one work so often, for a profiler; prints the nanoseconds of each
//     json shapes ROUNDS [SIZES] [NAME]
//                                options and types that decode themselves, at three sizes, or those that are given
//
//     json FOLDER ROUNDS DOCUMENTS WORKS all
//                                works and documents whose names are separated by commas; prints the nanoseconds of
//                                each, and how many times as fast as Foundation's it is
//
// The folder holds small.json, list.json, timeline.json, numbers.json, and those of World. Tests/Benchmarks/run-json
// makes it, and a table of the figures.
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
    let chosen = try sizes.flatMap { try Shapes.comparisons(of: $0) + Snake.comparisons(of: $0) }.filter {
        arguments.count <= 4 || $0.document.contains(arguments[4])
    }
    let figures = try chosen.map { try $0.measured(rounds: rounds) }
    let report: [String: Any] = ["shapes": figures]
    print(String(decoding: try JSONSerialization.data(withJSONObject: report, options: .sortedKeys), as: UTF8.self))
    exit(0)
}
let folder = URL(fileURLWithPath: arguments[1], isDirectory: true)
let names = ["list", "timeline", "numbers", "small"] + World.names
let texts = try Dictionary(
    uniqueKeysWithValues: names.map { ($0, try Data(contentsOf: folder.appendingPathComponent("\($0).json"))) })
// In a process of its own: memory that was used before would be used again, and not counted.
if arguments.count == 4 {
    let text = texts[arguments[3], default: Data()]
    let size = try memory(ofEachOf: max(1, 64_000_000 / max(1, text.count))) { try JSON(parsing: text) }
    print(size ?? 0)
    exit(0)
}
let wanted = arguments.count > 4 ? arguments[3].split(separator: ",").map(String.init) : names
let works = arguments.count > 4 ? arguments[4].split(separator: ",").map(String.init) : []
let all = try wanted.flatMap { name in
    let text = texts[name, default: Data()]
    return switch name {
    case "list": try comparisons(name, text, byHand: ByHand.list)
    case "timeline": try comparisons(name, text, byHand: Timeline.init)
    case "numbers": try comparisons(name, text, byHand: ByHand.numbers)
    case "small": try comparisons(name, text, byHand: Small.init)
    default: try World.comparisons(name, text)
    }
}
if arguments.count > 4 {
    for comparison in all where works.contains(comparison.work) {
        if arguments.count == 5 {
            print(Int(try comparison.time(comparison.ours, rounds)))
            continue
        }
        let figures = try comparison.measured(rounds: rounds)
        guard let ours = figures["ours"] as? [Double], let theirs = figures["theirs"] as? [Double] else { continue }
        let ratios = zip(ours, theirs).map { $1 / $0 }.sorted()
        print(comparison.document, comparison.work, Int(ours.sorted()[rounds / 2]), ratios[rounds / 2])
    }
    exit(0)
}

let report: [String: Any] = [
    "bytes": texts.mapValues(\.count), "comparisons": try all.map { try $0.measured(rounds: rounds) },
]
print(String(decoding: try JSONSerialization.data(withJSONObject: report, options: .sortedKeys), as: UTF8.self))
