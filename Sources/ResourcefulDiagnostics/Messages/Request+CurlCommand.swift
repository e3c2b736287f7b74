extension Request {
    /// A curl command that sends the request, with its secrets replaced.
    ///
    /// See `curlCommand(relativeTo:revealingSecrets:)`.
    public var curlCommand: String {
        get throws(LoadError) { try curlCommand(relativeTo: nil) }
    }

    /// Returns a command for a POSIX shell that sends the same request with curl 7.43 or later: method, target, fields
    /// and content. Everything is quoted, so the shell can't interpret it.
    ///
    /// The command names files instead of containing their content, and reads the content of a stream from standard
    /// input. Content to compress is compressed by gzip, whose bytes may differ from this library's. Redirects aren't
    /// followed.
    /// - Parameters:
    ///   - baseURL: The URL that a relative URL is resolved against.
    ///   - revealingSecrets: Whether secrets are shown. By default they are replaced (see `Redaction`).
    /// - Throws: `LoadError` at the request stage if the request can't be sent as it is, or a file can't be read.
    public func curlCommand(
        relativeTo baseURL: URL? = nil, revealingSecrets: Bool = false
    ) throws(LoadError) -> String {
        let shown = try ShownRequest(self, relativeTo: baseURL, revealingSecrets: revealingSecrets)
        let (source, options) = try shown.contentOptions()
        let words = shown.generalOptions + shown.fieldOptions + options + [ShellWord.quoted(shown.url)]
        return (source.map { "\($0) |\n" } ?? "") + "curl " + words.joined(separator: " \\\n  ")
    }
}

extension ShownRequest {
    /// The longest text passed as a single word: some systems have a limit of 128 KB.
    private static let maximumWordLength = 65_536

    fileprivate var generalOptions: [String] {
        var options = ["--globoff --path-as-is"]
        if request.method == .head {
            options.append("--head")
        } else if request.method != .get || request.body != nil {
            options.append("--request \(ShellWord.quoted(request.method.rawValue))")
        }
        if let timeout = request.timeout {
            options.append("--max-time \(timeout.wholeSeconds(in: 1...Int.max))")
        }
        return options
    }

    fileprivate var fieldOptions: [String] {
        var options = headerFields.map { field in
            "--header \(ShellWord.quoted(field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)"))"
        }
        guard request.body != nil || request.method.expectsBody else { return options }
        // curl would declare the content a form, and wait for a 100 (Continue) before it sends a large body.
        for name in ["Content-Type", "Expect"] where !headerFields.contains(HeaderFields.Name(stringLiteral: name)) {
            options.append("--header '\(name):'")
        }
        return options
    }

    /// Returns the command that produces the content, if one is needed, and the options that send it.
    fileprivate func contentOptions() throws(LoadError) -> (source: String?, options: [String]) {
        guard let body = request.body else {
            return (nil, request.method.expectsBody ? ["--data-raw ''"] : [])
        }
        let input = ["--data-binary @-"]
        let compressing = body.isGzipped ? " |\ngzip -cn" : ""
        if case .stream = body.content { return (body.isGzipped ? "gzip -cn" : nil, input) }
        let segments = try segments(readingFiles: false)
        if !body.isGzipped, segments.count == 1, let option = Self.option(for: segments[0]) { return (nil, [option]) }
        let commands = segments.map { segment in
            switch segment {
            case .data(let data): ShellWord.printf(data)
            case .file(let url): "cat \(ShellWord.quoted(url.path(percentEncoded: false)))"
            }
        }
        let source = commands.count == 1 ? commands[0] : "{\n\(commands.map { "  \($0)\n" }.joined())}"
        return (source + compressing, input)
    }

    /// Returns the option for content that fits in a single word; nil for other content.
    private static func option(for segment: Body.Segment) -> String? {
        switch segment {
        case .file(let url): return "--data-binary \(ShellWord.quoted("@\(url.path(percentEncoded: false))"))"
        case .data(let data):
            guard data.count <= maximumWordLength, let text = String(wellFormed: data, as: UTF8.self),
                ShellWord.isPlain(text)
            else { return nil }
            return "--data-raw \(ShellWord.quoted(text))"
        }
    }
}
