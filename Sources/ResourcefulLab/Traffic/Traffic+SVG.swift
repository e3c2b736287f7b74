extension Traffic {
    /// The waterfall as a picture: an SVG document of 780 points in width that needs no other file, has light and dark
    /// colors, and shows the details of each request when the pointer rests on it.
    ///
    /// The bars of the ``criticalPath`` are orange, others blue. The pale part of a bar is the time until the response
    /// arrives. A line leads from the end of the request that a request waits for. Secrets are replaced.
    public var svg: String {
        let rows = self.rows
        let height = 76 + 24 * rows.count
        var lines = [
            """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 780 \(height)" width="780" height="\(height)" \
            font-family="-apple-system, Helvetica, Arial, sans-serif" font-size="12" role="img">
            """,
            "<title>\(Picture.escaped(summary))</title>", Picture.style,
            #"<rect class="g" x="0.5" y="0.5" width="779" height="\#(height - 1)" rx="8"/>"#,
            Picture.text("t", 16, 24, Self.shortened(commonOrigin ?? "", to: 40)),
            Picture.text("t", Picture.axisStart, 24, "0"),
            Picture.text("t e", Picture.axisEnd, 24, lastEnd.inWords),
        ]
        lines += rows.indices.map { link(to: $0) }.filter { !$0.isEmpty }
        lines += rows.enumerated().map { row($1, at: $0) }
        let end = failure == nil ? summary : "\(summary), failed"
        lines += [Picture.text("s", 16, height - 16, end), "</svg>"]
        return lines.joined(separator: "\n") + "\n"
    }

    private func row(_ row: Row, at index: Int) -> String {
        let (exchange, y) = (row.exchange, 36 + 24 * index)
        let (start, end) = (place(of: exchange.start), place(of: exchange.end))
        let first = exchange.firstByte.map(place) ?? end
        let kind = exchange.isCutOff || exchange.failure != nil ? "f" : row.isCritical ? "c" : "n"
        let size = Self.size(exchange.bytesReceived)
        let time = (exchange.end - exchange.start).inWords
        var details = [
            row.label, exchange.isCutOff ? "cut off" : exchange.failure ?? exchange.status?.description ?? "",
            "\(Self.size(exchange.bytesSent)) sent", "\(size) received",
            "\(exchange.start.inWords) to \(exchange.end.inWords)",
        ]
        if row.isCritical { details.append("on the critical path") }
        let parts = [
            "<title>\(Picture.escaped(details.joined(separator: ", ")))</title>",
            Picture.text(row.isCritical ? "l b" : "l", 16, y + 14, Self.shortened(row.label, to: 34)),
            Picture.bar("\(kind) w", from: start, to: max(first, start + 2), y: y + 3),
            first < end ? Picture.bar(kind, from: first, to: max(end, first + 2), y: y + 3) : "",
            Picture.text("t", 592, y + 14, row.mark), Picture.text("t e", 698, y + 14, size),
            Picture.text("t e", 764, y + 14, time),
        ]
        return "<g>\(parts.joined())</g>"
    }

    /// Returns a line from the end of the request that this one waits for.
    private func link(to index: Int) -> String {
        guard let cause = requests[index].cause else { return "" }
        let (end, start) = (place(of: requests[cause].end), place(of: requests[index].start))
        let (from, to) = (36 + 24 * cause + 18, 36 + 24 * index + 12)
        return #"<path class="k" d="M\#(end) \#(from)V\#(to)H\#(max(start, end))"/>"#
    }

    private func place(of time: Duration) -> Int {
        let width = Double(Picture.axisEnd - Picture.axisStart)
        return Picture.axisStart + (lastEnd > .zero ? Int((time / lastEnd * width).rounded()) : 0)
    }
}

/// The parts of a picture.
private enum Picture {
    static let (axisStart, axisEnd) = (260, 576)

    static let style = """
        <style>.g{fill:#fff;stroke:#d4dae2}.l{fill:#1c2733;font-family:ui-monospace,Menlo,Consolas,monospace;\
        font-size:11.5px}.b{font-weight:600}.t,.s{fill:#48566a}.s{font-weight:600}.e{text-anchor:end}.c{fill:#d9822b}\
        .n{fill:#4a7fb5}.f{fill:#c0392b}.w{opacity:.4}.k{stroke:#8a94a6;fill:none}@media (prefers-color-scheme:dark)\
        {.g{fill:#1c232d;stroke:#3a4554}.l{fill:#f0f4f8}.t,.s{fill:#b4c0cf}.c{fill:#e89a4b}.n{fill:#6a9fd4}\
        .f{fill:#e5675a}.k{stroke:#6b788a}}</style>
        """

    static func text(_ kind: String, _ x: Int, _ y: Int, _ text: String) -> String {
        #"<text class="\#(kind)" x="\#(x)" y="\#(y)">\#(escaped(text))</text>"#
    }

    static func bar(_ kind: String, from start: Int, to end: Int, y: Int) -> String {
        #"<rect class="\#(kind)" x="\#(start)" y="\#(y)" width="\#(end - start)" height="14" rx="2"/>"#
    }

    /// Returns a text for XML, without the characters that XML doesn't allow (XML 1.0, section 2.2).
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "\t", "\n", "\r": escaped += " "
            case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": escaped += "\u{FFFD}"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
