import Foundation
import ResourcefulLab
import Testing

/// Which of two readings count as the same value.
struct SensitivityValueTests {
    /// The members `a` and `b` of an object that a resource makes into a value: `a` is put into it, `b` isn't.
    private func check<Value>(_ value: @escaping @Sendable (Int) -> Value, line: Int = #line) throws {
        let resource = Resource<Value>(url: URL(filePath: "/a")) { (json: JSON) in
            _ = try? json.b.int
            return value((try? json.a.int) ?? 0)
        }
        let report = try resource.sensitivity(to: Data(#"{"a": 7, "b": 8}"#.utf8))
        let place = SourceLocation(fileID: #fileID, filePath: #filePath, line: line, column: 1)
        #expect(report["a"]?.effects.allSatisfy { $0.outcome == .anotherValue } == true, sourceLocation: place)
        #expect(report["b"]?.need == .notRead, sourceLocation: place)
    }

    private struct Plain {
        let number: Int
        var name = "x"
    }

    /// Like many models of lists: equal if the identifier is.
    private struct Identified: Hashable {
        var id = 1
        let number: Int

        static func == (one: Identified, other: Identified) -> Bool { one.id == other.id }
        func hash(into hasher: inout Hasher) { hasher.combine(id) }
    }

    /// Like many models of SwiftUI: another identifier each time.
    private struct Local: Equatable, Identifiable {
        let id = UUID()
        let number: Int
        let date = Date()
    }

    private enum Choice {
        case none, one(Int), other(Int), two(a: Plain, b: Int)
    }

    private indirect enum Chain {
        case end(Int), link(Chain)
    }

    private class Parent {
        let number: Int
        var other: Parent?
        init(_ number: Int) { self.number = number }
    }

    private final class Child: Parent {
        let name = "x"
    }

    private final class Compared: Equatable {
        let number: Int
        let date = UUID()
        init(_ number: Int) { self.number = number }
        static func == (one: Compared, other: Compared) -> Bool { one.number == other.number }
    }

    @Test func `values are compared by their parts, whether or not they can be compared with ==`() throws {
        try check { $0 }
        try check { "\($0)" }
        try check { Double($0) / 3 }
        try check { Plain(number: $0) }
        try check { [Plain(number: $0)] }
        try check { ArraySlice([Plain(number: $0)]) }
        try check { $0 == 7 ? Plain(number: $0) : nil }
        try check { (1, Plain(number: $0)) }
        try check { Result<Plain, any Error>.success(Plain(number: $0)) }
        try check { Array(repeating: 1, count: $0 % 50) }
        try check { $0 == 7 ? Choice.none : Choice.one(1) }
        try check { Choice.one($0) }
        try check { $0 == 7 ? Choice.one(1) : Choice.other(1) }
        try check { Choice.two(a: Plain(number: 1), b: $0) }
        try check { $0 == 7 ? 1 as any Sendable : "1" }
    }

    @Test func `an == that compares less hides nothing`() throws {
        try check { Identified(number: $0) }
        try check { [Identified(id: 1, number: 2), Identified(id: 2, number: $0)] }
    }

    @Test func `a part that differs in each reading is ignored`() throws {
        try check { Local(number: $0) }
        try check { [Local(number: 1), Local(number: $0)] }
        let random = Resource<UUID>(url: URL(filePath: "/a")) { (_: JSON) in UUID() }
        let report = try random.sensitivity(to: Data(#"{"a": 7}"#.utf8))
        #expect(report["a"]?.need == .notRead)
    }

    @Test func `dictionaries and sets are compared without their order`() throws {
        let keys = (0..<40).map { "\($0)" }
        try check { number in Dictionary(uniqueKeysWithValues: keys.shuffled().map { ($0, Plain(number: number)) }) }
        try check { number in Dictionary(uniqueKeysWithValues: keys.shuffled().map { ($0, number) }) }
        try check { number in Dictionary(uniqueKeysWithValues: (keys.shuffled() + ["a\(number)"]).map { ($0, 1) }) }
        try check { number in Set(keys.shuffled() + ["a\(number)"]) }
        try check { number in [1: [number: Plain(number: 1)]] }
    }

    @Test func `objects are compared by their parts, also in a circle, or with ==`() throws {
        try check { Holder(Parent($0)) }
        try check { Holder(Child($0)) }
        try check { number in
            let (one, other) = (Parent(1), Parent(number))
            (one.other, other.other) = (other, one)
            return Holder(one)
        }
        try check { Holder(Compared($0)) }
    }

    /// Only for the tests, whose objects stay in one thread.
    private struct Holder: @unchecked Sendable {
        let object: AnyObject
        init(_ object: AnyObject) { self.object = object }
    }

    @Test func `types of the system are compared with ==`() throws {
        try check { Date(timeIntervalSince1970: Double($0) / 1_000) }
        try check { URL(string: "https://example.org/\($0)") }
        try check { Data(repeating: 1, count: 100) + Data([UInt8($0 % 256)]) }
        try check { Decimal($0) }
        try check { ["a": JSON(Array(repeating: JSON("long enough to be cut"), count: 99)), "b": JSON($0)] as JSON }
        try check { 1...($0 + 1) }
        try check { UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1, 2, 3, 4, 5, UInt8($0 % 256))) }
        try check { Locale(identifier: $0 == 7 ? "de" : "en") }
    }

    @Test func `a long chain of values is compared without recursion`() throws {
        try check { number in (0..<4_000).reduce(Chain.end(number)) { chain, _ in .link(chain) } }
    }

    @Test func `functions can't be compared`() throws {
        let resource = Resource<@Sendable () -> Int>(url: URL(filePath: "/a")) { (json: JSON) in
            let number = try? json.a.int
            return { number ?? 0 }
        }
        #expect(try resource.sensitivity(to: Data(#"{"a": 7}"#.utf8))["a"]?.need == .notRead)
    }
}
