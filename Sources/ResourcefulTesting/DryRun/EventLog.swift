extension DryRun {
    /// The events as text, for reading when a test fails: a line for each event, indented by branch, with the time when
    /// it advances, and a request together with its answer if nothing came in between.
    ///
    /// It leaves out the server's name if all requests have the same one, and requests for the time and for random
    /// numbers. ``events`` has everything.
    public var eventLog: String { EventLog(events).lines.joined(separator: "\n") }
}

/// Events as text.
package struct EventLog {
    package let lines: [String]

    /// Creates lines for all events except those that say little. Above the limit, it drops the events that matter
    /// least, and then lines in the middle.
    package init(_ events: [DryRun.Event], upTo limit: Int = .max) {
        var events = events.filter { $0.weight > 0 }
        for weight in 2...4 where Self.lines(of: events).count > limit {
            events = events.filter { $0.weight >= weight || events.isShared($0) }
        }
        let lines = Self.lines(of: events)
        guard lines.count > limit else {
            self.lines = lines
            return
        }
        let (first, last) = (limit / 2, limit - limit / 2 - 1)
        self.lines = lines.prefix(first) + ["… \(lines.count - first - last) more"] + lines.suffix(last)
    }

    private static func lines(of events: [DryRun.Event]) -> [String] {
        let indents = indents(events)
        let origin = commonOrigin(of: events)
        var lines: [String] = []
        var (index, time) = (0, Duration.zero)
        while index < events.count {
            let event = events[index]
            var text = event.summary
            if case .waited(let duration) = event.kind { text = "waited \(duration.brief)" }
            if case .sent(let request) = event.kind, index + 1 < events.count,
                let answer = events[index + 1].answer(to: request), events[index + 1].branch == event.branch,
                events[index + 1].time == event.time
            {
                text += ": \(answer)"
                index += 1
            }
            if let origin { text = text.replacing("\(origin)/", with: "/") }
            let moment = event.time == time ? "" : "[\(event.time.brief)] "
            let name = event.branch == .root ? "" : "\(event.branch)  "
            lines.append((indents[event.branch] ?? "") + name + moment + text)
            (index, time) = (index + 1, event.time)
        }
        return lines
    }

    /// Returns an indentation for each branch, in order of appearance.
    private static func indents(_ events: [DryRun.Event]) -> [DryRun.Branch: String] {
        var indents: [DryRun.Branch: String] = [.root: ""]
        for event in events where indents[event.branch] == nil {
            indents[event.branch] = String(repeating: " ", count: 4 * min(indents.count - 1, 8))
        }
        return indents
    }

    /// Returns the origin that all requests have in common; nil if they differ.
    private static func commonOrigin(of events: [DryRun.Event]) -> String? {
        let origins = events.compactMap { event -> String? in
            guard case .sent(let request) = event.kind else { return nil }
            return origin(of: request)
        }
        return Set(origins).count == 1 ? origins.first : nil
    }

    /// Returns the part of a request's URL before its path.
    package static func origin(of request: Request) -> String? {
        guard let scheme = request.url.scheme else { return nil }
        let text = request.url.absoluteString
        let rest = text.dropFirst(scheme.count + 3)
        return String(text.prefix(scheme.count + 3) + rest.prefix { $0 != "/" && $0 != "?" })
    }
}

extension DryRun.Event {
    /// How much the event matters to the log.
    fileprivate var weight: Int {
        switch kind {
        case .askedTime, .drewNumber: 0
        case .decided, .waited, .began, .joined, .asked: 1
        case .read, .lookedUp: 2
        case .wrote, .removed, .stored, .forgot: 3
        case .sent, .received, .failed, .removedCached, .crashed: 4
        }
    }

    /// Returns what came back if this event is the answer to the request.
    fileprivate func answer(to sent: Request) -> String? {
        switch kind {
        case .received(let status, let request) where request == sent: "\(status)"
        case .failed(let request, _) where request == sent: "✗ \(failure(of: request))"
        default: nil
        }
    }

    /// Returns the error without the description of the request.
    private func failure(of request: Request) -> String {
        guard case .failed(_, let error) = kind else { return "" }
        let prefix = "\(request) failed: "
        return error.hasPrefix(prefix) ? String(error.dropFirst(prefix.count)) : error
    }

    /// The entry that the event reads or changes.
    fileprivate var subject: String? {
        switch kind {
        case .read(let name, _), .wrote(let name), .removed(let name): "store \(name)"
        case .lookedUp(let key, _), .stored(let key), .forgot(let key): "cache \(key)"
        default: nil
        }
    }

    fileprivate var isChange: Bool {
        switch kind {
        case .wrote, .removed, .stored, .forgot: true
        default: false
        }
    }
}

extension [DryRun.Event] {
    /// Whether another branch changes what this event's branch reads or changes, or the reverse.
    fileprivate func isShared(_ event: DryRun.Event) -> Bool {
        guard let subject = event.subject else { return false }
        return contains { $0.subject == subject && $0.branch != event.branch && ($0.isChange || event.isChange) }
    }
}
