import ResourcefulCurl
import ResourcefulTesting
import Testing

/// A server of HTTP/2 that refuses streams, resets them, goes away and closes at every moment, while several loads
/// share its connections.
@Suite(.permit, .needsServers) struct StreamCampaignTests {
    /// What the server does to one stream, and whether all others go on and this one wasn't processed.
    private static let faults: [(actions: [HTTP2Server.Action], isRefusal: Bool)] = [
        ([.reset(7)], true), ([.goAway(last: 0)], true), ([.goAway(last: 0), .reset(0)], true),
        ([.goAway(last: 0), .close], false), ([.reset(0)], false), ([.reset(8)], false),
        ([.goAway(last: 255), .close], false), ([.close], false), ([.beginAnswer, .reset(2)], false),
        ([.beginAnswer, .close], false),
    ]
    private static let methods: [Request.Method] = [.get, .put, .delete, .post, .patch]

    /// What a server has done: which requests it has processed, and what it doesn't process any more.
    private final class Processed: Sendable {
        private struct State {
            var counts: [String: Int] = [:]
            /// The streams of the first connection that are over, all from a number on, and the last one processed.
            var (refused, first, last): (Set<UInt8>, UInt8, UInt8) = ([], .max, 0)
        }
        private let state = Locked(State())

        func count(of name: String) -> Int { state.withLock { $0.counts[name] ?? 0 } }

        /// Notes a request that is processed, unless the server has said that it isn't.
        func note(_ stream: HTTP2Server.Stream) -> Bool {
            state.withLock { state in
                if stream.connection == 0 {
                    if state.refused.contains(stream.number) || stream.number >= state.first { return false }
                    state.last = max(state.last, stream.number)
                }
                state.counts[stream.name, default: 0] += 1
                return true
            }
        }

        /// Returns the actions with the true last stream, once. All after it are refused, too.
        func refuse(_ number: UInt8, _ actions: [HTTP2Server.Action]) -> [HTTP2Server.Action] {
            state.withLock { state in
                guard state.refused.insert(number).inserted, number < state.first else { return [] }
                guard case .goAway(last: 0)? = actions.first else { return actions }
                // What was processed isn't refused, and what comes before it can't be.
                guard number > state.last else { return [.reset(7)] }
                state.first = state.last + 1
                return [.goAway(last: state.last)] + actions.dropFirst()
            }
        }
    }

    @Test(arguments: 0..<10)
    func `what was refused is sent again, what may have been processed is not, and each answer is its own`(
        fault: Int
    ) async throws {
        let (actions, isRefusal) = Self.faults[fault]
        for moment in RefusedStreamTests.Moment.allCases {
            for atOnce in [1, 6] {
                for victim in [UInt8(1), 3, 7] {
                    let processed = Processed()
                    let server = try HTTP2Server { event, stream in
                        if stream.connection == 0, stream.number == victim, moment.has(event) {
                            if event == .end, !actions.contains(where: { $0 == .reset(7) || $0 == .goAway(last: 0) }) {
                                _ = processed.note(stream)
                            }
                            return processed.refuse(victim, actions)
                        }
                        return event == .end && processed.note(stream) ? [.answer] : []
                    }
                    defer { server.stop() }
                    try await check(server, processed, isRefusal: isRefusal, atOnce: atOnce)
                }
            }
        }
    }

    private func check(
        _ server: HTTP2Server, _ processed: Processed, isRefusal: Bool, atOnce limit: Int
    ) async throws {
        let webservice = server.webservice(atOnce: limit)
        let body = Body.data(Data(repeating: 7, count: 70_000))
        await withTaskGroup(of: Void.self) { group in
            for number in 1...12 {
                let (name, method) = (HTTP2Server.path(number), Self.methods[number % 5])
                group.addTask {
                    let hasBody = method != .get && method != .delete
                    let load = echo(name, method: method, body: hasBody ? body : nil, timeout: .seconds(60)).alone()
                    do {
                        let text = try await webservice.load(load).text
                        #expect(text == name)
                        #expect(processed.count(of: name) >= 1)
                    } catch {
                        #expect(!isRefusal, "\(method) \(number): \(error)")
                        let kind = ((error as? LoadError)?.underlyingError as? TransportError)?.kind
                        #expect(kind == .connectionLost, "\(error)")
                    }
                    if !method.isIdempotent { #expect(processed.count(of: name) <= 1, "\(method)") }
                }
            }
        }
        // What was begun is over: a new load has its own answer.
        #expect(
            try await webservice.load(echo(HTTP2Server.path(99), timeout: .seconds(60))).text == HTTP2Server.path(99))
    }
}
