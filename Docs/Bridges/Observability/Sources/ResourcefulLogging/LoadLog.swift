import Logging
import ResourcefulDiagnostics
import ResourcefulGuarding
import ResourcefulLoading

/// Writes the events of loads to a logger. Nothing is made that nobody reads.
final class LoadLog: Sendable {
    private let logger: Logger
    /// The logger for what belongs to many loads: without the metadata of the task that happens to write it.
    private let counting: Logger
    private let (level, noticeLevel, failureLevel): (Logger.Level, Logger.Level, Logger.Level)
    private let options: SpanOptions
    private let repetitions: Guarded<Repetitions>

    init(
        logger: Logger, level: Logger.Level, noticeLevel: Logger.Level, failureLevel: Logger.Level, window: Duration,
        options: SpanOptions
    ) {
        var counting = logger
        counting.handler.metadataProvider = nil
        self.counting = counting
        (self.logger, self.level, self.noticeLevel, self.failureLevel) = (logger, level, noticeLevel, failureLevel)
        (self.options, repetitions) = (options, Guarded(Repetitions(window: window)))
    }

    func tell(_ event: LoadEvent) {
        switch event.kind {
        case .received, .failed:
            guard logger.logLevel <= level, let span = ClientSpan(event, including: options) else { return }
            log(level, "HTTP exchange", event, span.metadata)
        case .decided(let decision): tell(decision, event)
        case .finished(let end):
            if end.failure != nil { fail(end, event) }
            // Nothing was counted that isn't logged.
            if logger.logLevel <= max(noticeLevel, failureLevel) {
                tell(repetitions.withLock { $0.ended(by: event.date) })
            }
        default: break
        }
    }

    private func tell(_ decision: LoadDecision, _ event: LoadEvent) {
        let level = decision.note == .detail ? level : noticeLevel
        guard logger.logLevel <= level else { return }
        if decision.note != .detail {
            let key = Repetitions.Key(
                message: "\(Self.decided)", address: decision.origin?.host ?? "", port: decision.origin?.port ?? 0,
                subject: "\(decision.kind)", detail: decision.action.map { "\($0)" } ?? "")
            if decision.note == .change { tell(repetitions.withLock { $0.ended(by: key, at: event.date) }) }
            let reason = decision.reason
            guard repetitions.withLock({ $0.admits(key, at: event.date, because: reason) }) else { return }
        }
        log(level, Self.decided, event, decision.metadata)
    }

    private func fail(_ end: LoadEnd, _ event: LoadEvent) {
        guard logger.logLevel <= failureLevel, let error = end.error else { return }
        let errorType = LoadEvent.typeOfFailure(error)
        let origin = end.request.flatMap { Origin($0.url) }
        let key = Repetitions.Key(
            message: "\(Self.failed)", address: origin?.host ?? "", port: origin?.port ?? 0, subject: "",
            detail: errorType)
        guard repetitions.withLock({ $0.admits(key, at: event.date) }) else { return }
        var details: Logger.Metadata = ["error": "\(end.message ?? "")"]
        if let request = end.request {
            details = ClientSpan(sending: request, at: event.date, including: options).metadata
                .merging(details) { $1 }
        }
        details["error.type"] = "\(errorType)"
        log(failureLevel, Self.failed, event, details)
    }

    private static let decided: Logger.Message = "Policy decision"
    private static let failed: Logger.Message = "Load failed"

    /// Logs how many equal failures weren't logged.
    private func tell(_ others: [Repetitions.Others]) {
        for others in others {
            let key = others.key
            var details: Logger.Metadata = [
                "message": "\(key.message)", "count": .stringConvertible(others.count),
                "duration": .stringConvertible(others.seconds),
            ]
            if !key.address.isEmpty { details["server.address"] = "\(key.address)" }
            if key.port > 0 { details["server.port"] = .stringConvertible(key.port) }
            if !others.reason.isEmpty { details["reason"] = "\(others.reason)" }
            let isLoad = key.subject.isEmpty
            details.merge(
                isLoad ? ["error.type": "\(key.detail)"] : ["decision": "\(key.subject)", "action": "\(key.detail)"]
            ) { $1 }
            counting.log(level: isLoad ? failureLevel : noticeLevel, "Equal failures", metadata: details)
        }
    }

    private func log(
        _ level: Logger.Level, _ message: Logger.Message, _ event: LoadEvent, _ details: Logger.Metadata
    ) {
        var metadata = details
        metadata["load"] = .stringConvertible(event.load)
        logger.log(level: level, message, metadata: metadata)
    }
}

extension LoadEvent {
    /// The type of the error of a load, with few values: the status if that was the failure.
    fileprivate static func typeOfFailure(_ error: any Error) -> String {
        if let error = error as? LoadError, error.stage == .status, let status = error.response?.status {
            return "\(status.code)"
        }
        return errorType(of: error)
    }
}

extension LoadDecision {
    fileprivate var metadata: Logger.Metadata {
        var metadata: Logger.Metadata = ["decision": "\(kind)", "reason": "\(reason)"]
        if let action { metadata["action"] = "\(action)" }
        if let origin {
            metadata["server.address"] = "\(origin.host)"
            metadata["server.port"] = .stringConvertible(origin.port)
        }
        if let duration { metadata["duration"] = .stringConvertible(duration / .seconds(1)) }
        if let count { metadata["count"] = .stringConvertible(count) }
        return metadata
    }
}

extension ClientSpan {
    /// The attributes, the duration, and the identifiers of the trace.
    fileprivate var metadata: Logger.Metadata {
        var metadata: Logger.Metadata = attributes.mapValues { value in
            switch value {
            case .strings(let texts): .array(texts.map { .string($0) })
            case .int(let number): .stringConvertible(number)
            default: .string("\(value)")
            }
        }
        if let duration { metadata["duration"] = .stringConvertible(duration / .seconds(1)) }
        if let context { metadata.merge(["trace_id": "\(context.traceID)", "span_id": "\(context.spanID)"]) { $1 } }
        return metadata
    }
}
