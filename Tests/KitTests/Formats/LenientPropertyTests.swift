import Foundation
import ResourcefulFormats
import ResourcefulTesting
import Testing

/// What holds for all documents: nothing is repaired that was right, and nothing that was wrong goes unnoticed.
struct LenientPropertyTests {
    private struct Part: Codable, Equatable, Sendable {
        enum Kind: String, Codable, CaseIterable, LenientDefault {
            case audio, video, other
            static var lenientDefault: Kind { .other }
        }
        var kind: Kind
        var bytes: UInt32
        var note: String?
    }

    private struct Whole: Codable, Equatable, Sendable {
        var number: Int
        var small: Int8?
        var share: Double
        var title: String
        var isNew: Bool
        var counts: [Int]
        var texts: [String: String]
        var part: Part
        var extra: Part?
        var parts: [Part]

        static func arbitrary(_ random: inout SplitMix64) -> Whole {
            Whole(
                number: Int(truncatingIfNeeded: random.next()), small: random.next() % 2 == 0 ? 7 : nil,
                share: Double(random.next() % 1_000) / 8, title: random.arbitraryText(),
                isNew: random.next() % 2 == 0, counts: (0..<random.next() % 4).map { Int($0) },
                texts: ["a": random.arbitraryText(), "b": ""], part: part(&random),
                extra: random.next() % 2 == 0 ? part(&random) : nil,
                parts: (0..<random.next() % 4).map { _ in part(&random) })
        }

        private static func part(_ random: inout SplitMix64) -> Part {
            Part(
                kind: Part.Kind.allCases.randomElement(using: &random) ?? .other,
                bytes: UInt32(truncatingIfNeeded: random.next()), note: random.next() % 2 == 0 ? "n" : nil)
        }
    }

    private func document(_ random: inout SplitMix64) throws -> (Whole, JSON) {
        let whole = Whole.arbitrary(&random)
        return (whole, try JSON(parsing: JSON.Encoder().encode(whole)))
    }

    @Test func `what is right is read as it is, with no repairs`() throws {
        var random = SplitMix64(seed: 610)
        for _ in 0..<Effort.rounds(1_000) {
            let (whole, json) = try document(&random)
            let read = try json.decodeLeniently(Whole.self)
            #expect(read.value == whole)
            #expect(read.repairs.isEmpty && read.repairCount == 0)
            #expect(try json.decode(Whole.self) == whole)
        }
    }

    /// Where a document can be damaged so that there is a remedy, and with what; nil removes the member.
    private static let damages: [(path: JSONPath, values: [JSON?])] = [
        ("number", [nil, .null, "12", " 12.0 ", true, 1.5]), ("small", ["x", [], 1_000, "7"]),
        ("share", [nil, .null, "1e3", false]), ("title", [nil, .null, 12, true]),
        ("isNew", [nil, .null, "yes", "0", 1]), ("counts", [nil, .null, "", [:], 5, [1, "x", 2], [.null]]),
        ("texts", [nil, .null, ["a": [], "b": ""]]), ("part", [nil, .null, "", []]),
        ("part.kind", [nil, .null, "smell", 7]),
        ("part.bytes", [nil, .null, "12", true]), ("part.note", [7, [], ["a": 1]]), ("extra", ["x", 7, [1]]),
        ("parts", [nil, .null, "", [7], [["kind": []]]]),
    ]

    @Test func `every place that was damaged is among the repairs, or stands in one that is`() throws {
        var random = SplitMix64(seed: 611)
        for _ in 0..<Effort.rounds(1_500) {
            var (_, json) = try document(&random)
            var damaged: [JSONPath] = []
            for _ in 0...random.next() % 4 {
                let (path, values) = try #require(Self.damages.randomElement(using: &random))
                // One damage would hide another that stands within it.
                let isFree = damaged.allSatisfy { other in
                    !other.components.starts(with: path.components) && !path.components.starts(with: other.components)
                }
                guard isFree, let value = values.randomElement(using: &random) else { continue }
                json = try value.map { try json.setting(path, to: $0) } ?? json.removing(path)
                damaged.append(path)
            }
            let read = try json.decodeLeniently(Whole.self)
            #expect(read.repairCount == read.repairs.count)
            for path in damaged {
                let isNoticed = read.repairs.contains { repair in repair.path.components.starts(with: path.components) }
                #expect(isNoticed, "\(path) of \(json): \(read.repairs)")
            }
            for repair in read.repairs {
                #expect(damaged.contains { repair.path.components.starts(with: $0.components) }, "\(repair)")
            }
        }
    }

    @Test func `whatever stands anywhere is read, or refused with a path, and nothing breaks`() throws {
        var random = SplitMix64(seed: 612)
        var (read, refused) = (0, 0)
        for _ in 0..<Effort.rounds(1_500) {
            var (_, json) = try document(&random)
            let path = try #require(Self.damages.randomElement(using: &random)).path
            let tree = JSONTree.arbitrary(using: &random).written(using: &random)
            json = try json.setting(path, to: JSON(parsing: Data(tree.utf8)))
            do {
                _ = try json.decodeLeniently(Whole.self)
                read += 1
            } catch let failure as ParseFailure {
                #expect(failure.path.components.starts(with: path.components), "\(failure)")
                refused += 1
            }
        }
        #expect(read > Effort.rounds(500) && refused > Effort.rounds(50) / 10)
    }

    @Test func `a whole document of any kind is read or refused`() throws {
        var random = SplitMix64(seed: 613)
        for _ in 0..<Effort.rounds(1_500) {
            let text = JSONTree.arbitrary(using: &random).written(using: &random)
            let json = try JSON(parsing: Data(text.utf8))
            do {
                _ = try json.decodeLeniently(Whole.self)
                _ = try json.decodeLeniently([Whole?].self)
            } catch {
                #expect(error is ParseFailure)
            }
        }
    }

    @Test func `inside an envelope paths begin at the document`() throws {
        let resource = Resource<Lenient<[Int]>>(lenientJSON: Sample.url).inside(Envelope())
        let read = try resource.parse(Data(#"{"code": 0, "data": [1, "2", "x"]}"#.utf8))
        #expect(read.value == [1, 2])
        #expect(read.repairs.map(\.path) == [["data", 1], ["data", 2]])
    }
}
