import ResourcefulDiagnostics

extension SearchedText {
    /// Returns everything that shows an exchange: the descriptions of its messages, what an observer gets and writes,
    /// and the archives.
    static func shown(of exchange: Recording.Exchange) -> [SearchedText] {
        let request = exchange.request
        var texts =
            (shownTexts(of: request) + [try? request.curlCommand(), try? request.httpMessage()].compactMap(\.self))
            .map { SearchedText(.descriptions, "a description of \(request)", text: $0) }
        let outcome: Result<Response, any Error>
        switch exchange.outcome {
        case .response(let response), .withoutContent(let response, size: _):
            outcome = .success(response)
            texts += shownTexts(of: response).map {
                SearchedText(.descriptions, "a description of the response to \(request)", text: $0)
            }
            texts.append(SearchedText(.descriptions, "", .response, response.body))
            texts.append(SearchedText(.descriptions, "", .response, text: "\(Array(response.headerFields))"))
        case .failure(let error): outcome = .failure(error)
        }
        let kinds = [(Redaction.standard.redacted(request), true), (request.bare, false)].flatMap { shown, isWhole in
            let end = LoadEvent.Kind.ended(
                outcome, of: request, shown: shown, attempt: 2, after: .milliseconds(1), isWhole: isWhole)
            return [.sent(shown, attempt: 2), end]
        }
        let events = kinds.map { LoadEvent(load: 1, date: exchange.date, kind: $0) }
        texts += events.flatMap { shownTexts(of: $0) }
            .map { SearchedText(.events, "an observer's event of \(request)", text: $0) }
        texts += logged(events).map { SearchedText(.logs, "the log of \(request)", text: $0) }
        let trace = LoadTrace(events)
        texts.append(SearchedText(.logs, "the trace of \(request)", text: trace.text))
        texts.append(SearchedText(.archives, "the trace's archive of \(request)", text: String(trace.har())))
        texts.append(
            SearchedText(.archives, "the recorded archive of \(request)", .other, Recording([exchange]).har))
        return texts
    }

    private static func logged(_ events: [LoadEvent]) -> [String] {
        let lines = Locked<[String]>([])
        let observer = LoadObserver.logging { line in lines.withLock { $0.append(line) } }
        for event in events { observer(event) }
        return lines.withLock { $0 }
    }

    /// Returns everything that shows an error: as text, in a debugger, to people, and the request that it carries.
    static func shown(of error: any Error, request: Request?) -> [SearchedText] {
        var texts = shownTexts(of: error) + [Redaction.standard.text(of: error), ErrorMessages.english(error)]
        if let error = error as? any LocalizedError {
            texts += [error.errorDescription, error.failureReason, error.recoverySuggestion, error.helpAnchor]
                .compactMap(\.self)
        }
        var parts: [SearchedText] = []
        if let error = error as? LoadError {
            if let cause = error.underlyingError { texts += shownTexts(of: cause) }
            if let response = error.response { texts += shownTexts(of: response) }
            texts += [try? error.request.curlCommand()].compactMap(\.self)
            texts += [error.request.url.absoluteString]
            texts += error.request.headerFields.map { "\($0.name): \($0.value)" }
        }
        parts += texts.map { SearchedText(.errors, "the error of the load", text: $0) }
        let end = LoadEnd(request: request, error: error)
        let event = LoadEvent(load: 1, date: Date(timeIntervalSince1970: 0), kind: .finished(end))
        return parts + shownTexts(of: event).map { SearchedText(.events, "the event of the load's end", text: $0) }
    }

    /// Returns what shows a plan and its policies before anything is sent.
    static func shown<Value>(of plan: Plan<Value>, in run: DryRun) -> [SearchedText] {
        let event = LoadEvent(load: 1, date: Date(timeIntervalSince1970: 0), kind: .planned("\(plan)"))
        let order = run.loadOrder
        var texts = [("the description of the plan", shownTexts(of: plan) + shownTexts(of: event))]
        texts.append(("the description of the policies", shownTexts(of: order)))
        if let explanation = try? run.explain(plan) {
            texts.append(("the explanation of the plan", shownTexts(of: explanation)))
        }
        return texts.flatMap { name, texts in texts.map { SearchedText(.descriptions, name, text: $0) } }
    }
}
