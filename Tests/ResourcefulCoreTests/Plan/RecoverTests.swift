import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct RecoverTests {
    private let plan = Plan.send(Request(url: URL(string: "http://example.org/")!))

    @Test func `an error is recovered from`() throws {
        var run = DryRun { _ in throw Failure() }
        #expect(try run.load(plan.recover { _ in Plan.value(Response(status: 204)) }).status == 204)
    }

    @Test func `a cancellation isn't recovered from, in whatever type it arrives`() throws {
        var run = DryRun { _ in throw CancellationError() }
        #expect(throws: CancellationError.self) {
            try run.load(plan.recover { _ in Plan.value(Response(status: 204)) })
        }
    }
}
