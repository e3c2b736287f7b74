import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct ResourceMapTests {
    private struct Refused: Error, Equatable { let value: Int }

    private let resource = Resource<[Int]>(json: Sample.url, headerFields: ["X": "1"])

    /// What reading a body comes to, as text, so that values and errors can be compared.
    private func outcome<Value>(_ resource: Resource<Value>, _ text: String) -> String {
        do {
            return "\(try resource.parse(Data(text.utf8)))"
        } catch { return "\(error)" }
    }

    private let bodies = ["[]", "[1]", "[1,2,3]", "[1,\"2\"]", "", "{", "[-5,9]", "null"]

    @Test func `to map the identity changes nothing`() {
        for body in bodies { #expect(outcome(resource.map { $0 }, body) == outcome(resource, body)) }
        #expect(resource.map { $0 }.request == resource.request)
    }

    @Test func `to map twice is to map the composition`() {
        let sum: @Sendable ([Int]) throws -> Int = { numbers in
            if let negative = numbers.first(where: { $0 < 0 }) { throw Refused(value: negative) }
            return numbers.reduce(0, +)
        }
        let text: @Sendable (Int) throws -> String = { number in
            if number > 5 { throw Refused(value: number) }
            return "<\(number)>"
        }
        for body in bodies {
            #expect(
                outcome(resource.map(sum).map(text), body) == outcome(resource.map { try text(try sum($0)) }, body))
        }
    }

    @Test func `an error of the transform is one of the parse stage, with the error as its cause`() {
        let refusing = resource.map { (_: [Int]) -> Int in throw Refused(value: 7) }
        let error = #expect(throws: LoadError.self) { try refusing.value(from: Response(body: Data("[1]".utf8))) }
        #expect(error?.stage == .parse)
        #expect(error?.underlyingError as? Refused == Refused(value: 7))
        #expect(error?.status == 200)
        #expect(error?.request == resource.request)
        #expect(error?.parseFailure == nil)
        #expect(
            error?.description
                == "GET https://example.org/episodes was answered with 200 OK, but can't be read: Refused(value: 7)")
    }

    @Test func `cancellation in a transform stays cancellation`() {
        let cancelled = resource.map { (_: [Int]) -> Int in throw CancellationError() }
        #expect(throws: CancellationError.self) { try cancelled.parse(Data("[1]".utf8)) }
    }

    @Test func `a load error in a transform stays that load error`() {
        let other = LoadError(stage: .transport, request: Request(url: URL(string: "https://other.example")!))
        let failing = resource.map { (_: [Int]) -> Int in throw other }
        let error = #expect(throws: LoadError.self) { try failing.parse(Data("[1]".utf8)) }
        #expect(error?.stage == .transport)
        #expect(error?.request == other.request)
    }
}
