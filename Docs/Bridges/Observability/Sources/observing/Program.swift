import CoreMetrics
import Foundation
import Logging
import ResourcefulDiagnostics
import ResourcefulLoading
import ResourcefulLogging
import ResourcefulMetrics
import ResourcefulResilience
import ResourcefulTesting
import ResourcefulTracing
import Tracing

/// Measures the processor time that logs, metrics and spans add to a page of three requests.
///
///     swift run -c release observing        swift run -c release observing 2000 20
@main enum Program {
    static func main() async throws {
        let numbers = CommandLine.arguments.dropFirst().compactMap { Int($0) }
        let (pages, rounds) = (numbers.first ?? 1_000, numbers.dropFirst().first ?? 15)
        let names = Setting.allCases
        var times = names.map { _ in [Double]() }
        // One after the other, so that all meet the same other work of the machine.
        for round in 0...rounds {
            for (index, setting) in names.enumerated() {
                let webservice = setting.webservice
                let start = processorTime
                for page in 0..<pages { try await setting.load(page, with: webservice) }
                if round > 0 { times[index].append((processorTime - start) / Double(pages) * 1e6) }
            }
        }
        let medians = times.map { $0.sorted()[rounds / 2] }
        for (setting, median) in zip(names, medians) {
            let added = String(format: "%7.1f µs a page, %+6.1f", median, median - medians[0])
            print("\(setting.rawValue.padding(toLength: 52, withPad: " ", startingAt: 0))\(added)")
        }
    }

    /// The processor time of this process so far, in seconds.
    private static var processorTime: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}

/// What observes the loads.
private enum Setting: String, CaseIterable, Sendable {
    case nothing = "nothing"
    case unreadLog = "a logger at info"
    case unreadMetrics = "metrics without a system"
    case unreadSpans = "spans without a tracer"
    case unread = "all three, which nobody reads"
    case log = "a logger at debug, whose handler is empty"
    case metrics = "metrics, whose handlers are empty"
    case spans = "spans, whose tracer is empty"
    case all = "metrics and spans, and a logger at info"
    case everything = "all of these, and an observer of whole messages"

    var webservice: Webservice {
        var observers: [LoadObserver] = []
        let (info, debug) = (Self.logger(.info), Self.logger(.debug))
        switch self {
        case .unreadLog, .unread, .all, .everything: observers.append(.logger(info))
        case .log: observers.append(.logger(debug))
        default: break
        }
        switch self {
        case .unreadMetrics, .unread: observers.append(.metrics())
        case .metrics, .all, .everything: observers.append(.metrics(EmptyMetrics()))
        default: break
        }
        if self == .everything { observers.append(LoadObserver { _ in }) }
        let stub = StubTransport { _ in
            Response(headerFields: ["Cache-Control": "no-store"], body: Data("{}".utf8))
        }
        let policies: [Policy] = [
            .cache(in: MemoryCache()), .retry(), .circuitBreaker(after: 10), .limit(atOnce: 256),
        ]
        return switch self {
        case .unreadSpans, .unread:
            Webservice(policies: policies, observers: observers, transport: TracedTransport(stub))
        case .spans, .all, .everything:
            Webservice(
                policies: policies, observers: observers, transport: TracedTransport(stub, tracer: EmptyTracer()))
        default: Webservice(policies: policies, observers: observers, transport: stub)
        }
    }

    func load(_ number: Int, with webservice: Webservice) async throws {
        for service in ["profiles", "recommendations", "prices"] {
            let url = URL(string: "https://\(service).example/\(service)/\(number)")!
            _ = try await webservice.load(Resource<Data>(url: url).urlTemplate("/\(service)/{user}"))
        }
    }

    private static func logger(_ level: Logger.Level) -> Logger {
        var logger = Logger(label: "observing", factory: { _ in EmptyLog() })
        logger.logLevel = level
        return logger
    }
}

/// A log that reads everything and writes nothing.
private struct EmptyLog: LogHandler {
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.debug
    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }
    func log(event: LogEvent) {}
}

/// Metrics that add nothing.
private struct EmptyMetrics: MetricsFactory {
    private final class Handler: CounterHandler, MeterHandler, RecorderHandler, TimerHandler {
        func increment(by amount: Int64) {}
        func increment(by amount: Double) {}
        func decrement(by amount: Double) {}
        func reset() {}
        func set(_ value: Int64) {}
        func set(_ value: Double) {}
        func record(_ value: Int64) {}
        func record(_ value: Double) {}
        func recordNanoseconds(_ duration: Int64) {}
    }

    func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler { Handler() }
    func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler { Handler() }
    func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        Handler()
    }
    func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler { Handler() }
    func destroyCounter(_ handler: any CounterHandler) {}
    func destroyMeter(_ handler: any MeterHandler) {}
    func destroyRecorder(_ handler: any RecorderHandler) {}
    func destroyTimer(_ handler: any TimerHandler) {}
}

/// A tracer whose spans take everything, and which keeps nothing.
private struct EmptyTracer: Tracer {
    struct Span: Tracing.Span {
        let context: ServiceContext
        var isRecording: Bool { true }
        var operationName: String {
            get { "" }
            nonmutating set {}
        }
        var attributes: SpanAttributes {
            get { [:] }
            nonmutating set {}
        }
        func setStatus(_ status: SpanStatus) {}
        func addEvent(_ event: SpanEvent) {}
        func addLink(_ link: SpanLink) {}
        func recordError<Instant: TracerInstant>(
            _ error: any Error, attributes: SpanAttributes, at instant: @autoclosure () -> Instant
        ) {}
        func end<Instant: TracerInstant>(at instant: @autoclosure () -> Instant) {}
    }

    func startSpan<Instant: TracerInstant>(
        _ operationName: String, context: @autoclosure () -> ServiceContext, ofKind kind: SpanKind,
        at instant: @autoclosure () -> Instant, function: String, file fileID: String, line: UInt
    ) -> Span { Span(context: context()) }

    func forceFlush() {}
    func inject<Carrier, Inject: Injector>(
        _ context: ServiceContext, into carrier: inout Carrier, using injector: Inject
    ) where Inject.Carrier == Carrier {
        let field = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
        injector.inject(field, forKey: "traceparent", into: &carrier)
    }
    func extract<Carrier, Extract: Extractor>(
        _ carrier: Carrier, into context: inout ServiceContext, using extractor: Extract
    ) where Extract.Carrier == Carrier {}
}
