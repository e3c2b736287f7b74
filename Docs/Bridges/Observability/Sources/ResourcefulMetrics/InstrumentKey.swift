import ResourcefulDiagnostics
import ResourcefulLoading

/// What is measured.
enum Metric {
    case duration
    case active
    case decisions
    case wait
    case queue
    case circuit
    case store
}

/// What an instrument measures, and of what. It is cheap to make, and decides the dimensions.
struct InstrumentKey: Hashable, Sendable {
    let metric: Metric
    let subject: Subject

    init(_ metric: Metric, _ subject: Subject) { (self.metric, self.subject) = (metric, subject) }

    /// The name of the metric.
    var label: String {
        switch metric {
        case .duration: ClientSpan.durationMetric
        case .active: "http.client.active_requests"
        case .decisions: "resourceful.client.decisions"
        case .wait: "resourceful.client.wait.duration"
        case .queue: "resourceful.client.queue.length"
        case .circuit: "resourceful.client.circuit.open"
        case .store: "resourceful.store.away"
        }
    }

    /// The dimensions, sorted by name: metrics systems tell them apart by their order.
    func dimensions(of span: ClientSpan? = nil) -> [(String, String)] {
        switch subject {
        case .request:
            (span?.metricAttributes ?? [:]).sorted { $0.key < $1.key }.map { ($0.key, "\($0.value)") }
        case .decision(let kind, let action, let origin):
            (action.map { [("action", $0)] } ?? []) + [("kind", kind)]
                + (origin.map { [("server.address", $0.host), ("server.port", "\($0.port)")] } ?? [])
        case .overflow: [("otel.metric.overflow", "true")]
        }
    }
}

/// Of what something is measured: it has few values, and no URL.
enum Subject: Hashable, Sendable {
    /// How an exchange ended.
    enum End: Hashable, Sendable {
        case status(Int, String?)
        case error(String)
    }

    case request(method: String, Origin?, template: String?, End?)
    case decision(kind: String, action: String?, Origin?)
    /// All that is too much.
    case overflow

    init(_ request: Request, _ end: End?) {
        let method = request.method.rawValue
        self = .request(
            method: Self.methods.contains(method) ? method : "_OTHER", Origin(request.url),
            template: request.urlTemplate, end)
    }

    init(_ decision: LoadDecision) {
        self = .decision(
            kind: decision.kind.description, action: decision.action?.description, decision.origin)
    }

    /// The same before it ended: reading the origin of a URL takes longer than copying it.
    var underWay: Subject {
        guard case .request(let method, let origin, let template, _) = self else { return self }
        return .request(method: method, origin, template: template, nil)
    }

    /// The same for all actions.
    var withoutAction: Subject {
        guard case .decision(let kind, _, let origin) = self else { return self }
        return .decision(kind: kind, action: nil, origin)
    }

    /// The methods that conventions name.
    private static let methods: Set<String> = [
        "GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH", "QUERY",
    ]
}
