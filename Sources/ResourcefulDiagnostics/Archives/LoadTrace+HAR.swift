extension LoadTrace {
    /// Returns the trace as an HTTP archive (HAR 1.2), which browsers' developer tools open.
    ///
    /// Each load is a page, each exchange an entry, and the decisions of policies are in the comments. Secrets are
    /// replaced, in bodies, too. Bodies that aren't text are in Base64; bodies over the limit are truncated.
    ///
    /// - Parameter maximumBodySize: The number of bytes of a body to keep.
    public func har(maximumBodySize: Int = 1 << 20) -> JSON {
        let pages = loads.map { HAR.page(load($0), number: $0) }
        let entries = loads.flatMap { HAR.entries(load($0), number: $0, maximumBodySize: maximumBodySize) }
        return [
            "log": [
                "version": "1.2", "creator": ["name": "Resourceful", "version": "1"], "pages": JSON(pages),
                "entries": JSON(entries),
            ]
        ]
    }

    /// The numbers of the loads, in the order in which they began.
    private var loads: [Int] {
        var seen: Set<Int> = []
        return events.map(\.load).filter { seen.insert($0).inserted }
    }
}

/// The parts of an HTTP archive.
private enum HAR {
    static func page(_ trace: LoadTrace, number: Int) -> JSON {
        let title = trace.events.lazy.compactMap { if case .planned(let plan) = $0.kind { plan } else { nil } }.first
        let end = trace.events.last.map { milliseconds(between: trace.events[0].date, $0.date) } ?? -1
        return [
            "startedDateTime": JSON(HARExchange.time(trace.events.first?.date)), "id": JSON("load-\(number)"),
            "title": JSON(title ?? "load \(number)"), "pageTimings": ["onContentLoad": -1, "onLoad": JSON(end)],
            "comment": JSON(trace.text),
        ]
    }

    static func entries(_ trace: LoadTrace, number: Int, maximumBodySize: Int) -> [JSON] {
        var started: [Int: Date] = [:]
        // The decisions since the last exchange are the reasons for this one.
        var reasons: [String] = []
        return trace.events.compactMap { event in
            switch event.kind {
            case .sent(_, let attempt):
                started[attempt] = event.date
                return nil
            case .decided(let decision):
                reasons.append("\(decision)")
                return nil
            case .received(let response, let request, let attempt, let duration):
                defer { reasons = [] }
                let exchange = HARExchange(
                    page: "load-\(number)", date: started[attempt] ?? event.date, request: request, duration: duration,
                    comment: reasons.joined(separator: "; "), maximumBodySize: maximumBodySize)
                return exchange.entry(answered: response)
            case .failed(let request, let error, let attempt, let duration):
                let comment = (reasons + [error]).joined(separator: "; ")
                defer { reasons = [] }
                let exchange = HARExchange(
                    page: "load-\(number)", date: started[attempt] ?? event.date, request: request, duration: duration,
                    comment: comment, maximumBodySize: maximumBodySize)
                return exchange.entry(answered: nil)
            case .planned, .waited, .finished: return nil
            }
        }
    }

    static func milliseconds(between start: Date, _ end: Date) -> Double { end.timeIntervalSince(start) * 1_000 }
}
