import ResourcefulStreams
import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct EventStreamLawTests {
    private let stream: StreamResource<ServerSentEvent>

    init() throws { stream = StreamResource(events: try #require(URL(string: "https://example.org/events"))) }

    @Test func `events are those of the standard's algorithm, however they come`() throws {
        var random = SplitMix64(seed: 9)
        var count = 0
        let rounds = Effort.rounds(2_000, full: 50_000)
        for round in 0..<rounds {
            let body = random.arbitraryEventStream()
            let events = try stream.elements(in: body)
            #expect(events == EventStreamModel.events(in: body), "\(String(decoding: body, as: UTF8.self))")
            if round % 5 == 0 { expectSameOutcome(of: stream, in: body, using: &random) }
            count += events.count
        }
        #expect(count > rounds / 4)
    }
}
