extension Traffic {
    /// The requests as text of at most 100 columns: a line for each, with a bar on an axis of time, and a summary.
    ///
    /// ```text
    ///   https://example.org  0                  366 ms         sent  received    time
    /// * GET /start           ░░░░░░░░█                  200    55 B    1.1 KB  126 ms
    /// * GET /feed            ·········░░░░░░░░████████  200    54 B    24.1 KB  240 ms
    ///   GET /profile         ·········░░░░░░░░          200    57 B       57 B  121 ms
    ///
    /// 3 requests, 2 round trips, 166 B sent, 25.3 KB received, 366 ms
    /// ```
    ///
    /// A star marks the ``criticalPath``. Dots lead from the end of the request that a request waits for. `░` is the
    /// time until the response arrives, `█` the response. `cut` marks an exchange that was cut off, and `✗` one that
    /// failed. The origin is left out of the lines if all requests have the same one. Secrets are replaced.
    ///
    /// It depends only on the traffic, so it suits snapshots: see ``assertSnapshot(of:named:filePath:)-(Traffic,_,_)``.
    public var waterfall: String {
        var lines = requests.isEmpty ? [] : table + [""]
        lines.append(summary)
        if let failure {
            lines.append("failed: \(Self.shortened(Redaction.standard.line(failure, limit: 200), to: 92))")
        }
        return lines.map(Self.trimmed).joined(separator: "\n")
    }

    /// The line with the titles, and a line for each request.
    private var table: [String] {
        let rows = self.rows
        let title = commonOrigin.map { Self.shortened($0, to: 32) } ?? "request"
        let labels = Self.column([title] + rows.map { Self.shortened($0.label, to: 32) })
        let marks = Self.column([""] + rows.map(\.mark))
        let sent = Self.column(["sent"] + rows.map { Self.size($0.exchange.bytesSent) }, isNumber: true)
        let received = Self.column(["received"] + rows.map { Self.size($0.exchange.bytesReceived) }, isNumber: true)
        let times = ["time"] + rows.map { ($0.exchange.end - $0.exchange.start).inWords }
        let time = Self.column(times, isNumber: true)
        let rest = [marks, sent, received, time]
        let width = max(10, min(24, 100 - rest.reduce(4 + labels[0].count) { $0 + 2 + $1[0].count }))
        let bars = Self.column([axis(width)] + rows.map { bar($0.exchange, width) })
        return labels.indices.map { index in
            let star = index > 0 && rows[index - 1].isCritical ? "*" : " "
            return "\(star) " + ([labels, bars] + rest).map { $0[index] }.joined(separator: "  ")
        }
    }

    /// The figures on one line.
    var summary: String {
        [
            Self.count(requests.count, "request"), Self.count(roundTrips, "round trip"),
            "\(Self.size(bytesSent)) sent", "\(Self.size(bytesReceived)) received", elapsed.inWords,
        ].joined(separator: ", ")
    }

    private func axis(_ width: Int) -> String {
        let end = lastEnd.inWords
        return "0" + String(repeating: " ", count: max(1, width - 1 - end.count)) + end
    }

    private func bar(_ exchange: Exchange, _ width: Int) -> String {
        let column = { (time: Duration) in
            lastEnd > .zero ? Int((time / lastEnd * Double(width)).rounded()) : 0
        }
        let start = min(column(exchange.start), width - 1)
        let end = max(column(exchange.end), start + 1)
        let first = exchange.firstByte.map { min(max(column($0), start), end) } ?? end
        let cause = min(exchange.cause.map { column(requests[$0].end) } ?? 0, start)
        return String(repeating: " ", count: cause) + String(repeating: "·", count: start - cause)
            + String(repeating: "░", count: first - start) + String(repeating: "█", count: end - first)
    }
}

extension Traffic {
    /// A request of a waterfall.
    struct Row {
        let exchange: Exchange
        /// The method and the URL, without an origin that all requests share.
        let label: String
        let isCritical: Bool

        /// The status, or what happened instead.
        var mark: String {
            if exchange.isCutOff { return "cut" }
            return exchange.failure != nil ? "✗" : exchange.status.map { "\($0.code)" } ?? "✗"
        }
    }

    var rows: [Row] {
        let origin = commonOrigin
        let critical = Set(criticalIndices)
        return requests.enumerated().map { index, exchange in
            var label = "\(exchange.request)"
            let start = "\(exchange.request.method) \(origin ?? "")"
            if origin != nil, label.hasPrefix(start) {
                let path = label.dropFirst(start.count)
                label = "\(exchange.request.method) \(path.hasPrefix("/") ? "" : "/")\(path)"
            }
            return Row(exchange: exchange, label: label, isCritical: critical.contains(index))
        }
    }

    /// The origin of all requests; nil if they have several.
    var commonOrigin: String? {
        let origins = Set(requests.map { EventLog.origin(of: $0.request) })
        return origins.count == 1 ? origins.first ?? nil : nil
    }

    /// The time at which the plan and all exchanges have ended.
    var lastEnd: Duration { requests.map(\.end).reduce(elapsed, max) }

    static func count(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

    /// Returns a number of bytes with three digits or all of them: `999 B`, `1.2 KB`, `123 MB`.
    static func size(_ bytes: Int) -> String {
        guard bytes >= 1_000 else { return "\(bytes) B" }
        var (tenths, unit) = ((bytes + 50) / 100, 0)
        let units = ["KB", "MB", "GB", "TB", "PB"]
        while tenths >= 10_000, unit < units.count - 1 { (tenths, unit) = ((tenths + 500) / 1_000, unit + 1) }
        return tenths >= 1_000
            ? "\((tenths + 5) / 10) \(units[unit])" : "\(tenths / 10).\(tenths % 10) \(units[unit])"
    }

    /// Returns a text with its middle replaced if it's too long.
    static func shortened(_ text: String, to count: Int) -> String {
        guard text.count > count else { return text }
        return "\(text.prefix(count / 2))…\(text.suffix(count - count / 2 - 1))"
    }

    /// Returns the cells of a column in the same width: text to the left, numbers to the right.
    static func column(_ cells: [String], isNumber: Bool = false) -> [String] {
        let width = cells.map(\.count).max() ?? 0
        return cells.map { cell in
            let space = String(repeating: " ", count: width - cell.count)
            return isNumber ? space + cell : cell + space
        }
    }

    static func trimmed(_ line: String) -> String {
        String(line.prefix(upTo: line.lastIndex { $0 != " " }.map { line.index(after: $0) } ?? line.startIndex))
    }
}
