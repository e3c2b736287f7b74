// Requests.
extension DownloadParser {
    /// Whether the next request asks for the rest of the file.
    var asksForRest: Bool { record?.canResume(after: offset) ?? false }

    /// The request for the missing bytes.
    var request: Request {
        var request = download.request
        if download.asksForCodings {
            request = request.keepingContentCodings()
        } else {
            // If the server codes the whole nevertheless, the transport decodes it.
            request.headerFields["Accept-Encoding"] = "identity"
        }
        if asksForRest, let validator = record?.validator {
            request.headerFields["Range"] = "bytes=\(offset)-"
            request.headerFields["If-Range"] = validator
        }
        return request
    }

    func resume(after failure: (any Error)?, of last: Request) -> Plan<Request?> {
        var next = request
        next[Resumptions.self] = last[Resumptions.self]
        guard let failure else { return .value(isWhole ? nil : next) }
        guard let error = failure as? LoadError else { return .failure(failure) }
        if error.underlyingError is StartsAnew { return .value(next) }
        // Before the first response, the policies retry.
        guard let outcome = error.outcome, Outcomes.transient.contains(outcome), response != nil,
            download.isResumable
        else { return .failure(failure) }
        let before = last[Resumptions.self]
        let count = furthest > before.furthest ? 0 : before.count
        guard count < download.resumptions else { return .failure(failure) }
        next[Resumptions.self] = Resumptions.Value(count: count + 1, furthest: furthest)
        let place = asksForRest ? "resuming from byte \(offset)" : "starting over"
        return wait(before: count, after: error).flatMap { [next] wait -> Plan<Request?> in
            guard let wait else { return .failure(failure) }
            let decision = LoadDecision(
                .retry, .repeated, of: Origin(next.url), for: wait, "\(outcome.summary), \(place) in \(wait.brief)")
            return Plan.note(decision).flatMap { Plan.wait(for: wait) }.map { next }
        }
    }

    /// Returns how long to wait; nil if the server asks for too much.
    private func wait(before number: Int, after error: LoadError) -> Plan<Duration?> {
        zip(Plan.random, Plan.now).map { [download] random, now in
            let drawn = download.waits.wait(before: number, drawing: random)
            guard let asked = error.response?.headerFields.retryAfter?.duration(from: now), error.stage == .status
            else { return drawn }
            return asked > FileDownload.longestRetryAfter ? nil : max(asked, drawn)
        }
    }
}

/// The number of times in a row that a download resumed without receiving more, and how far it had come then.
enum Resumptions: RequestOption {
    struct Value: Hashable, Sendable {
        var count = 0
        var furthest = 0
    }

    static let defaultValue = Value()
}

extension LoadError {
    /// The result of the exchange if it failed at the transport or by its status.
    fileprivate var outcome: Result<Response, any Error>? {
        switch stage {
        case .transport: .failure(self)
        case .status: response.map { .success($0) }
        case .request, .parse: nil
        }
    }
}

extension FileDownload {
    /// Whether the download can ask for ranges and repeat its request: only if that is safe.
    var isResumable: Bool { request.method == .get && request.body == nil }

    /// Whether the request asks for content codings: then the file has the encoded bytes.
    var asksForCodings: Bool {
        !["", "identity"].contains(request.headerFields["Accept-Encoding"]?.lowercased() ?? "")
    }

    /// Returns the steps from the bytes that exist to the complete file.
    ///
    /// - Parameters:
    ///   - record: The record of the bytes that exist.
    ///   - count: The number of bytes that exist.
    package func steps(from record: DownloadRecord?, count: Int) -> StreamResource<DownloadStep> {
        let parser = DownloadParser(self, record: record, count: count)
        return StreamResource(parser.request, parser: parser).opened(
            as: opening.validating(opening.validation.or(.status(412, 416))))
    }

    /// Returns a copy with an absolute URL.
    ///
    /// - Throws: `LoadError` at the request stage, also if the request asks for a range.
    package func resolved(against baseURL: URL?) throws(LoadError) -> FileDownload {
        for name in ["Range", "If-Range"] as [HeaderFields.Name] where request.headerFields.contains(name) {
            let message = "a download requests ranges by itself, so the field \(name) can't be set"
            throw LoadError(stage: .request, request: request, underlyingError: RequestError(message))
        }
        var download = self
        download.request = try request.resolved(against: baseURL)
        return download
    }
}

extension StreamResource {
    /// Returns a copy of the stream with another validation.
    fileprivate func opened(as opening: Resource<Response>) -> StreamResource {
        var (stream, opening) = (self, opening)
        opening.request = request
        stream.opening = opening
        return stream
    }
}
