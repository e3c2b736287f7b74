#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

// What is asked for.
extension DownloadParser {
    /// Whether the rest of what is there is asked for.
    var asksForRest: Bool { record?.canResume(after: offset) ?? false }

    /// The request for what is missing.
    var request: Request {
        var request = download.request
        if !undoesCodings || download.asksForCodings { request = request.keepingContentCodings() }
        if !undoesCodings, !download.asksForCodings { request.headerFields[.acceptEncoding] = "identity" }
        if asksForRest, let validator = record?.validator {
            request.headerFields[.range] = "bytes=\(offset)-"
            request.headerFields[.ifRange] = validator
        }
        return request
    }

    func resume(after failure: (any Error)?, of last: Request) -> Plan<Request?> {
        var next = request
        next[Resumptions.self] = last[Resumptions.self]
        guard let failure else { return .value(isWhole ? nil : next) }
        guard let error = failure as? LoadError else { return .failure(failure) }
        if error.underlyingError is StartsAnew { return .value(next) }
        // Before anything has come, it is for the policies.
        guard let outcome = error.outcome, Outcomes.transient.contains(outcome), response != nil,
            download.isResumable
        else { return .failure(failure) }
        let before = last[Resumptions.self]
        let count = furthest > before.furthest ? 0 : before.count
        guard count < download.resumptions else { return .failure(failure) }
        next[Resumptions.self] = Resumptions.Value(count: count + 1, furthest: furthest)
        let place = asksForRest ? "on from \(offset) bytes" : "anew"
        return wait(before: count, after: error).flatMap { [next] wait -> Plan<Request?> in
            guard let wait else { return .failure(failure) }
            let decision = LoadDecision(.retry, "\(outcome.story), \(place) in \(wait.brief)")
            return Plan.note(decision).flatMap { Plan.wait(for: wait) }.map { next }
        }
    }

    /// How long to wait; nil when the server asks for too much.
    private func wait(before number: Int, after error: LoadError) -> Plan<Duration?> {
        zip(Plan.random, Plan.now).map { [download] random, now in
            let drawn = download.waits.wait(before: number, drawing: random)
            guard let asked = error.response?.headerFields.retryAfter?.duration(from: now), error.stage == .status
            else { return drawn }
            return asked > FileDownload.longestRetryAfter ? nil : max(asked, drawn)
        }
    }
}

/// How many times a download has gone on in a row without anything more, and how far it had come then.
enum Resumptions: RequestOption {
    struct Value: Hashable, Sendable {
        var count = 0
        var furthest = 0
    }

    static let defaultValue = Value()
}

extension LoadError {
    /// What the exchange came to, when it failed at the transport or by its status.
    fileprivate var outcome: Result<Response, any Error>? {
        switch stage {
        case .transport: .failure(self)
        case .status: response.map { .success($0) }
        case .request, .parse: nil
        }
    }
}

extension FileDownload {
    /// Whether its parts can be asked for, and itself again: only where nothing is done twice by that.
    var isResumable: Bool { request.method == .get && request.body == nil }

    /// Whether codings of the content are asked for by name: then the file has the coded bytes.
    var asksForCodings: Bool { request.headerFields.contains(.acceptEncoding) }

    /// The steps from what is there to the whole file.
    ///
    /// - Parameters:
    ///   - record: What is known of the bytes that are there.
    ///   - count: How many are there.
    package func steps(from record: DownloadRecord?, count: Int) -> StreamResource<DownloadStep> {
        let parser = DownloadParser(self, record: record, count: count)
        return StreamResource(parser.request, parser: parser).opened(
            as: opening.validating(opening.validation.or(.status(412, 416))))
    }

    /// The same with an absolute URL.
    ///
    /// - Throws: ``LoadError`` at the request stage, also when the request asks for a range.
    package func resolved(against baseURL: URL?) throws(LoadError) -> FileDownload {
        for name in [HeaderFields.Name.range, .ifRange] where request.headerFields.contains(name) {
            let message = "a download asks for ranges by itself, and the field \(name) can't be set"
            throw LoadError(stage: .request, request: request, underlyingError: RequestError(message))
        }
        var download = self
        download.request = try request.resolved(against: baseURL)
        return download
    }
}

extension StreamResource {
    /// The same stream, with another idea of what counts as success.
    fileprivate func opened(as opening: Resource<Response>) -> StreamResource {
        var (stream, opening) = (self, opening)
        opening.request = request
        stream.opening = opening
        return stream
    }
}
