import Foundation
import InMemoryLogging
import Logging
import ResourcefulDiagnostics
import ResourcefulLogging
import ResourcefulResilience
import ResourcefulTesting
import Synchronization
import Testing

/// What a log says while a server is away.
struct OutageTests {
    private static let url = URL(string: "https://profiles.example/7")!
    private static let start = Date(timeIntervalSinceReferenceDate: 0)

    private static func logger(at level: Logger.Level) -> (Logger, InMemoryLogHandler) {
        let handler = InMemoryLogHandler()
        var logger = Logger(label: "test", factory: { _ in handler })
        logger.logLevel = level
        return (logger, handler)
    }

    /// A load that fails, or succeeds, at a time.
    private static func end(_ number: Int, at seconds: Double, _ error: (any Error)?) -> LoadEvent {
        LoadEvent(
            load: number, date: start + seconds, kind: .finished(LoadEnd(request: Request(url: url), error: error)))
    }

    private static func lost(_ kind: TransportError.Kind = .connectionLost) -> LoadError {
        LoadError(stage: .transport, request: Request(url: url), underlyingError: TransportError(kind, "lost"))
    }

    @Test(arguments: [1, 10, 9_646]) func `equal failures are a line and a number, however many they are`(count: Int) {
        let (logger, handler) = Self.logger(at: .info)
        let observer = LoadObserver.logger(logger)
        for number in 0..<count { observer(Self.end(number, at: 5 * Double(number) / Double(count), Self.lost())) }
        #expect(handler.entries.map(\.message) == ["Load failed"])
        // Nothing is lost: the number comes with the next load after the window, whatever that is.
        observer(Self.end(count, at: 9.9, nil))
        #expect(handler.entries.count == 1)
        observer(Self.end(count + 1, at: 10, nil))
        observer(Self.end(count + 2, at: 20, nil))
        #expect(handler.entries.map(\.message) == (count == 1 ? ["Load failed"] : ["Load failed", "Equal failures"]))
        guard count > 1, let others = handler.entries.last else { return }
        #expect(others.level == .error && others.metadata["count"]?.description == "\(count - 1)")
        #expect(others.metadata["server.address"] == "profiles.example")
        #expect(others.metadata["error.type"] == "connectionLost")
        #expect(others.metadata["duration"]?.description == "10.0")
    }

    @Test func `what is counted has no identifier of the load that happens to write it`() {
        let handler = InMemoryLogHandler()
        let provider = Logger.MetadataProvider { ["request.id": "of a task"] }
        let logger = Logger(label: "test") { _ in
            var handler = handler
            handler.metadataProvider = provider
            return handler
        }
        let observer = LoadObserver.logger(logger)
        for number in 0..<3 { observer(Self.end(number, at: Double(number), Self.lost())) }
        observer(Self.end(3, at: 20, nil))
        #expect(handler.entries.map(\.message) == ["Load failed", "Equal failures"])
        #expect(handler.entries.map { $0.metadata["request.id"] } == ["of a task", nil])
    }

    @Test func `each of several stores that is away or back is logged at notice, also if another is`() {
        let (logger, handler) = Self.logger(at: .info)
        let observer = LoadObserver.logger(logger)
        for (kind, action): (LoadDecision.Kind, LoadDecision.Action) in [
            ("store tokens", .away), ("store cache", .away), ("store cache", .back), (.store, .away),
        ] {
            let decision = LoadDecision(kind, action, "Redis")
            observer(LoadEvent(load: 0, date: Self.start, kind: .decided(decision)))
        }
        let kinds = handler.entries.map { $0.metadata["decision"] }
        #expect(kinds == ["store tokens", "store cache", "store cache", "store"])
        #expect(handler.entries.allSatisfy { $0.level == .notice })
    }

    @Test func `each failure is either logged or counted, and what differs is logged by itself`() {
        var generator = SystemRandomNumberGenerator()
        let kinds: [TransportError.Kind] = [.connectionLost, .timedOut, .circuitOpen]
        let (logger, handler) = Self.logger(at: .info)
        let observer = LoadObserver.logger(logger, countingFor: .seconds(2))
        var (seconds, failures) = (0.0, [String: Int]())
        for number in 0..<2_000 {
            seconds += Double.random(in: 0..<0.1, using: &generator)
            let kind = kinds.randomElement(using: &generator)!
            failures["\(kind)", default: 0] += 1
            observer(Self.end(number, at: seconds, Self.lost(kind)))
        }
        observer(Self.end(2_000, at: seconds + 2, nil))
        var told: [String: Int] = [:]
        for entry in handler.entries {
            let count = entry.metadata["count"].flatMap { Int($0.description) } ?? 1
            told[entry.metadata["error.type"]?.description ?? "", default: 0] += count
        }
        #expect(told == failures)
        #expect(handler.entries.count <= 2 * 3 * (Int(seconds / 2) + 2))
    }

    @Test func `zero logs each failure`() {
        let (logger, handler) = Self.logger(at: .info)
        let observer = LoadObserver.logger(logger, countingFor: .zero)
        for number in 0..<10 { observer(Self.end(number, at: 0, Self.lost())) }
        #expect(handler.entries.count == 10)
    }

    @Test(arguments: [true, false])
    func `a service whose server is away says so once, and that it is back`(isOptional: Bool) async {
        let (logger, handler) = Self.logger(at: .info)
        let isAway = Atomic(true)
        let webservice = Webservice(
            policies: [
                .retry(RetryRule(upTo: 1, waits: .constant(.zero))), .circuitBreaker(after: 5, cooldown: .zero),
            ],
            observers: [.logger(logger)],
            transport: StubTransport { _ in
                if isAway.load(ordering: .relaxed) { throw TransportError(.cannotConnect, "refused") }
                return Response()
            })
        let profile = Resource<Void>(url: Self.url) { _ in }
        // What an optional part does: the load succeeds without it.
        let page = profile.recover { error in
            guard isOptional else { throw error }
            return Plan<Void>.value(())
        }
        for _ in 0..<500 { _ = try? await webservice.load(page) }
        let lines = handler.entries
        #expect(lines.count { $0.metadata["action"] == "opened" && $0.level == .notice } == 1)
        #expect(lines.count <= 4)
        #expect(lines.contains { $0.level == .error } == !isOptional)
        isAway.store(false, ordering: .relaxed)
        for _ in 0..<10 { _ = try? await webservice.load(page) }
        let last = handler.entries.last { $0.metadata["decision"] == "circuit" }
        #expect(last?.metadata["action"] == "closed" && last?.level == .notice)
    }

    @Test func `services on two ports of a host are counted apart, with the last reason of each`() throws {
        let (logger, handler) = Self.logger(at: .info)
        let observer = LoadObserver.logger(logger)
        for number in 0..<9 {
            for port in [81, 82] {
                let origin = try #require(URL(string: "https://profiles.example:\(port)/").flatMap { Origin($0) })
                let decision = LoadDecision(.credentials, .failed, of: origin, "couldn't be renewed: \(number)")
                observer(LoadEvent(load: number, date: Self.start + Double(number), kind: .decided(decision)))
            }
        }
        observer(Self.end(9, at: 20, nil))
        #expect(handler.entries.count == 4)
        for (port, others) in zip([81, 82], handler.entries.suffix(2)) {
            #expect(others.message == "Equal failures" && others.metadata["count"]?.description == "8")
            #expect(others.metadata["server.port"]?.description == "\(port)")
            #expect(others.metadata["reason"] == "couldn't be renewed: 8")
        }
    }

    @Test func `no message changes`() async {
        let (logger, handler) = Self.logger(at: .trace)
        let observer = LoadObserver.logger(logger)
        let webservice = Webservice(
            policies: [.cache(), .retry(RetryRule(upTo: 1, waits: .constant(.zero))), .circuitBreaker(after: 3)],
            observers: [observer], transport: StubTransport { _ in Response(status: 503) })
        for _ in 0..<20 { _ = try? await webservice.load(Resource<Data>(url: Self.url)) }
        observer(Self.end(0, at: 1e9, nil))
        let messages = Set(handler.entries.map { "\($0.message)" })
        #expect(messages == ["HTTP exchange", "Policy decision", "Load failed", "Equal failures"])
    }
}
