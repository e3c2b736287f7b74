/// What a program has written, as a picture of a terminal.
enum TerminalPicture {
    static func svg(of output: String, after command: String) -> String {
        let lines = "$ \(command)\n\(output)".split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        let (width, height) = (32 + 8 * (lines.map(\.count).max() ?? 0), 28 + 19 * lines.count)
        let texts = lines.enumerated().filter { !$1.isEmpty }.map { row, line in
            let text = line.drop { $0 == " " }
            let style = row == 0 ? "h" : text.contains("✗") || text.hasPrefix("episodes:") ? "f" : "t"
            return "<text class=\"\(style)\" x=\"\(16 + 8 * (line.count - text.count))\" y=\"\(30 + 19 * row)\">"
                + "\(escaped(text))</text>"
        }
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" width="\(width)" \
            height="\(height)" \
            font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="13" \
            role="img">
            <title>\(escaped(command[...]))</title>
            <style>.g{fill:#fff;stroke:#d4dae2}.h{fill:#1c2733;font-weight:600}.t{fill:#48566a}.f{fill:#b3261e}\
            @media (prefers-color-scheme:dark){.g{fill:#1c232d;stroke:#3a4554}.h{fill:#f0f4f8}.t{fill:#b4c0cf}\
            .f{fill:#ff8a80}}</style>
            <rect class="g" x="0.5" y="0.5" width="\(width - 1)" height="\(height - 1)" rx="8"/>
            \(texts.joined(separator: "\n"))
            </svg>

            """
    }

    private static func escaped(_ text: Substring) -> Substring {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
    }
}
