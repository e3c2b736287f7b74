#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Trace {
    /// The trace as an HTTP archive (HAR 1.2), which browsers' developer tools open.
    ///
    /// A load is a page, an exchange an entry; what policies decided stands in the comments. Secrets are replaced, in
    /// bodies, too. A body that is no text stands there in Base64; of one above the limit, only its beginning.
    ///
    /// - Parameter maximumBodySize: How many bytes of a body are kept.
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
    static func page(_ trace: Trace, number: Int) -> JSON {
        let title = trace.events.lazy.compactMap { if case .planned(let plan) = $0.kind { plan } else { nil } }.first
        let end = trace.events.last.map { milliseconds(between: trace.events[0].date, $0.date) } ?? -1
        return [
            "startedDateTime": JSON(time(trace.events.first?.date)), "id": JSON("load-\(number)"),
            "title": JSON(title ?? "load \(number)"), "pageTimings": ["onContentLoad": -1, "onLoad": JSON(end)],
            "comment": JSON(trace.text),
        ]
    }

    static func entries(_ trace: Trace, number: Int, maximumBodySize: Int) -> [JSON] {
        var started: [Int: Date] = [:]
        // What was decided since the last exchange ended is why this one was made.
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
                let exchange = Exchange(
                    page: "load-\(number)", date: started[attempt] ?? event.date, request: request, duration: duration,
                    comment: reasons.joined(separator: "; "), maximumBodySize: maximumBodySize)
                return exchange.entry(answered: response)
            case .failed(let request, let error, let attempt, let duration):
                let comment = (reasons + [error]).joined(separator: "; ")
                defer { reasons = [] }
                let exchange = Exchange(
                    page: "load-\(number)", date: started[attempt] ?? event.date, request: request, duration: duration,
                    comment: comment, maximumBodySize: maximumBodySize)
                return exchange.entry(answered: nil)
            case .planned, .waited, .finished: return nil
            }
        }
    }

    /// A date as RFC 3339 says, with milliseconds. The formatter cuts off what is less: half of one is added.
    static func time(_ date: Date?) -> String {
        let date = (date ?? Date(timeIntervalSince1970: 0)).addingTimeInterval(0.000_5)
        return date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }

    static func milliseconds(between start: Date, _ end: Date) -> Double { end.timeIntervalSince(start) * 1_000 }
}

/// One exchange of an archive.
private struct Exchange {
    let page: String
    let date: Date
    let request: Request
    let duration: Duration
    let comment: String
    let maximumBodySize: Int

    private var redaction: Redaction { .standard }

    func entry(answered response: Response?) -> JSON {
        let version = response?.metrics?.httpVersion ?? "HTTP/1.1"
        return [
            "pageref": JSON(page), "startedDateTime": JSON(HAR.time(date)),
            "time": JSON(duration.milliseconds),
            "request": sent(version), "response": response.map { received($0, version) } ?? nothing(version),
            "cache": [:], "timings": timings(response?.metrics), "comment": JSON(comment),
        ]
    }

    private func sent(_ version: String) -> JSON {
        var parts: [(String, JSON)] = [
            ("method", JSON(request.method.rawValue)), ("url", JSON(redaction.redacted(request.url))),
            ("httpVersion", JSON(version)), ("cookies", []), ("headers", fields(request.headerFields)),
            ("queryString", query), ("headersSize", -1),
            ("bodySize", JSON(Double(request.body.map { $0.data?.count ?? -1 } ?? 0))),
        ]
        if let body = request.body {
            var content = text(of: body.data ?? Data())
            content.append(("mimeType", JSON(body.mediaType?.rawValue ?? "")))
            parts.append(("postData", JSON(content)))
        }
        return JSON(parts)
    }

    private func received(_ response: Response, _ version: String) -> JSON {
        var content = text(of: response.body)
        content.append(("size", JSON(Double(response.body.count))))
        content.append(("mimeType", JSON(response.headerFields.contentType?.rawValue ?? "")))
        let location = response.headerFields.location.map { redaction.redacted(urlText: $0) } ?? ""
        return [
            "status": JSON(Double(response.status.code)), "statusText": JSON(response.status.reasonPhrase),
            "httpVersion": JSON(version), "cookies": [], "headers": fields(response.headerFields),
            "content": JSON(content), "redirectURL": JSON(location), "headersSize": -1,
            "bodySize": JSON(Double(response.metrics?.receivedBytes ?? -1)),
        ]
    }

    /// What stands for a response where none came, as in browsers.
    private func nothing(_ version: String) -> JSON {
        [
            "status": 0, "statusText": "", "httpVersion": JSON(version), "cookies": [], "headers": [],
            "content": ["size": 0, "mimeType": ""], "redirectURL": "", "headersSize": -1, "bodySize": -1,
            "_error": JSON(comment),
        ]
    }

    private func timings(_ metrics: ExchangeMetrics?) -> JSON {
        let (resolved, connected) = (metrics?.resolved ?? .zero, metrics?.connected ?? .zero)
        let ready = max(resolved, connected, metrics?.secured ?? .zero)
        let first = max(metrics?.firstByte ?? ready, ready)
        let end = max(metrics?.total ?? duration, first)
        return [
            "blocked": -1, "dns": JSON(metrics == nil ? -1 : resolved.milliseconds),
            "connect": JSON(metrics == nil ? -1 : max(.zero, ready - resolved).milliseconds),
            "ssl": JSON(metrics?.secured.map { max(.zero, $0 - connected).milliseconds } ?? -1),
            "send": 0, "wait": JSON((first - ready).milliseconds), "receive": JSON((end - first).milliseconds),
        ]
    }

    private func fields(_ fields: HeaderFields) -> JSON {
        JSON(fields.map { pair($0.name.rawName, redaction.redactedValue(of: $0)) })
    }

    private var query: JSON {
        let text = redaction.redacted(request.url).split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
        return JSON(Query(parsing: text.prefix { $0 != "#" }).pairs.map { pair($0, $1) })
    }

    private func pair(_ name: String, _ value: String) -> JSON { ["name": JSON(name), "value": JSON(value)] }

    private func text(of body: Data) -> [(String, JSON)] {
        let shown = body.prefix(maximumBodySize)
        let isCut = shown.count < body.count
        let note: [(String, JSON)] = isCut ? [("comment", JSON("the first \(shown.count) bytes"))] : []
        let masked = redaction.masked(Array(shown))
        if let text = String(validating: masked, as: UTF8.self) { return [("text", JSON(text))] + note }
        if isCut, masked.prefix(64).allSatisfy({ $0 >= 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }) {
            return [("text", JSON(String(decoding: masked, as: UTF8.self)))] + note
        }
        return [("text", JSON(shown.base64EncodedString())), ("encoding", "base64")] + note
    }
}

extension Duration {
    fileprivate var milliseconds: Double {
        Double(components.seconds) * 1e3 + Double(components.attoseconds) / 1e15
    }
}
