import CoreMetrics
import ResourcefulDiagnostics
import ResourcefulGuarding
import ResourcefulLoading

/// The instruments of a metrics system: each one is made once, when it is first used.
final class Instruments: Sendable {
    private let given: (any MetricsFactory)?
    private let options: SpanOptions
    private let (meters, timers) = (Made<Meter>(), Made<Timer>())
    private let (counters, recorders) = (Made<Counter>(), Made<CoreMetrics.Recorder>())

    init(_ factory: (any MetricsFactory)?, _ options: SpanOptions) { (given, self.options) = (factory, options) }

    /// Measures an event. Does nothing while there is no metrics system.
    func tell(_ event: LoadEvent) {
        switch event.kind {
        case .sent(let request, _):
            guard let factory else { return }
            active(Subject(request, nil), of: request, event, factory).increment(by: 1)
        case .received(let response, let request, _, let duration):
            let end = Subject.End.status(response.status.code, response.metrics?.httpVersion)
            tell(end, of: request, after: duration, event)
        case .failed(let request, _, _, let duration):
            tell(.error(event.errorType ?? "_OTHER"), of: request, after: duration, event)
        case .decided(let decision):
            if let factory { tell(decision, factory) }
        default: break
        }
    }

    private var factory: (any MetricsFactory)? {
        let factory = given ?? MetricsSystem.factory
        return factory is NOOPMetricsHandler ? nil : factory
    }

    // Exchanges.

    private func tell(_ end: Subject.End, of request: Request, after duration: Duration, _ event: LoadEvent) {
        guard let factory else { return }
        let subject = Subject(request, end)
        active(subject.underWay, of: request, event, factory).decrement(by: 1)
        let key = InstrumentKey(.duration, subject)
        timers.instrument(key) { [options] key in
            let span = ClientSpan(event, including: options)
            return Timer(label: key.label, dimensions: key.dimensions(of: span), factory: factory)
        }.recordSeconds(duration / .seconds(1))
    }

    private func active(
        _ subject: Subject, of request: Request, _ event: LoadEvent, _ factory: any MetricsFactory
    ) -> Meter {
        meters.instrument(InstrumentKey(.active, subject)) { [options] key in
            let span = ClientSpan(sending: request, at: event.date, including: options)
            return Meter(label: key.label, dimensions: key.dimensions(of: span), factory: factory)
        }
    }

    // Decisions.

    private func tell(_ decision: LoadDecision, _ factory: any MetricsFactory) {
        let whole = Subject(decision)
        counters.instrument(InstrumentKey(.decisions, whole)) { key in
            Counter(label: key.label, dimensions: key.dimensions(), factory: factory)
        }.increment()
        let (state, wait, length) = (decision.state, decision.wait, decision.queueLength)
        // Most decisions are only counted.
        guard state != nil || wait != nil || length != nil else { return }
        let subject = whole.withoutAction
        if let (metric, isBad) = state {
            meters.instrument(InstrumentKey(metric, subject)) { key in
                Meter(label: key.label, dimensions: key.dimensions(), factory: factory)
            }.set(isBad ? 1 : 0)
        }
        if let wait {
            timers.instrument(InstrumentKey(.wait, subject)) { key in
                Timer(label: key.label, dimensions: key.dimensions(), factory: factory)
            }.recordSeconds(wait / .seconds(1))
        }
        if let length {
            recorders.instrument(InstrumentKey(.queue, subject)) { key in
                CoreMetrics.Recorder(label: key.label, dimensions: key.dimensions(), factory: factory)
            }.record(length)
        }
    }
}

/// The instruments of one kind.
private final class Made<Instrument: Sendable>: Sendable {
    /// The most instruments. What comes later is counted together, which conventions mark as an overflow.
    private let limit = 1_000
    private let made = Guarded<[InstrumentKey: Instrument]>([:])

    /// Returns an instrument, which is made if it is new.
    func instrument(_ key: InstrumentKey, _ make: @Sendable (InstrumentKey) -> Instrument) -> Instrument {
        made.withLock { [limit] made in
            if let known = made[key] { return known }
            let key = made.count < limit ? key : InstrumentKey(key.metric, .overflow)
            let instrument = made[key] ?? make(key)
            made[key] = instrument
            return instrument
        }
    }
}
