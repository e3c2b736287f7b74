import Foundation
import ResourcefulTesting
import Testing

/// Entries of the store that are changed alone.
struct UpdateTests {
    private static func count(_ entry: StoreEntry?) -> UInt8 { entry?.data.first ?? 0 }

    private static let increment = Plan.update("n") { entry in
        StoreEntry(data: Data([count(entry) &+ 1]), date: Date(timeIntervalSince1970: 0))
    }

    @Test func `it comes to what the entry was before`() throws {
        var run = DryRun { _ in Response() }
        #expect(try run.load(Self.increment) == nil)
        #expect(try run.load(Self.increment).map(\.data) == Data([1]))
        #expect(try run.load(Plan.update("n") { _ in nil }).map(\.data) == Data([2]))
        #expect(run.store.isEmpty)
        #expect(run.events.map(\.kind) == [.wrote("n"), .wrote("n"), .removed("n")])
        #expect("\(Self.increment)" == "update n")
    }

    @Test func `what leaves the entry as it was is no event`() throws {
        var run = DryRun { _ in Response() }
        _ = try run.load(Plan.update("n") { $0 })
        #expect(run.events.isEmpty)
    }

    @Test func `live, none is lost`() async throws {
        let webservice = Webservice(transport: StubTransport { _ in Response() })
        let before = try await webservice.load(all((0..<200).map { _ in Self.increment }))
        #expect(Set(before.map(Self.count)) == Set(0..<200))
        #expect(try await webservice.load(Plan.read("n")).map(\.data) == Data([200]))
    }

    @Test func `a decision is an event and changes nothing`() throws {
        var run = DryRun { _ in Response() }
        let decision = LoadDecision(.retry, "503 Service Unavailable, retrying in 1 s")
        try run.load(Plan.note(decision))
        #expect(run.events.map(\.kind) == [.decided(decision)])
        #expect("\(run.events[0])" == "0.0 seconds: retry: 503 Service Unavailable, retrying in 1 s")
        #expect("\(Plan.note(decision))" == "retry: 503 Service Unavailable, retrying in 1 s")
    }
}
