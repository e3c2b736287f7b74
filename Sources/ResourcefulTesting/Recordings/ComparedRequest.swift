/// The parts of a request that identify the recorded one: the method, the URL and the body.
struct ComparedRequest: Sendable {
    let method: Request.Method
    let origin: String
    /// The path with normalized percent-encoding. It isn't decoded, because an encoded character may have another
    /// meaning.
    let path: String
    let query: ComparedPairs
    let body: ComparedBody
    /// The bytes of the body; nil if they can't be read.
    let content: Data?
    /// The method and URL.
    let description: String
    /// The secrets that are replaced by marks.
    let redaction: Redaction
    /// Whether the request has no secrets but marks.
    let isPlain: Bool

    /// - Parameter redaction: The secrets to replace by marks; nil to keep them.
    init(_ request: Request, redaction: Redaction?) {
        let text = redaction?.redacted(request.url) ?? request.url.absoluteString
        let url = URL(string: text) ?? request.url
        let beginning = text.prefix { $0 != "?" && $0 != "#" }
        method = request.method
        origin = Origin(url)?.description ?? ""
        let path = StubRequest.parts(of: text).1
        self.path = path.isEmpty ? "/" : String(decoding: Percent.normalized(path), as: UTF8.self)
        let rest = text.dropFirst(beginning.count)
        query = ComparedPairs(rest.first == "?" ? rest.dropFirst().prefix { $0 != "#" } : "")
        let data = request[UnreadOption.self] == nil ? request.readableContent : nil
        content = data.map { redaction?.redacted(content: $0, of: request.mediaType) ?? $0 }
        body = ComparedBody(request, data, content: content, redaction: redaction)
        description = "\(request.method) \(text)"
        self.redaction = redaction ?? Redaction(fieldNames: [], parameterNames: [])
        isPlain = text == request.url.absoluteString && content == data && request.body?.shownParts == nil
    }
}

/// The names and values of a query or a form. Only the order of values with the same name counts.
struct ComparedPairs: Sendable {
    private(set) var names: [String] = []
    private(set) var values: [String: [String]] = [:]

    init(_ pairs: some Sequence<(String, String)>) {
        for (name, value) in pairs {
            if values[name] == nil { names.append(name) }
            values[name, default: []].append(value)
        }
    }

    init(_ encoded: some StringProtocol) { self.init(Query(parsing: encoded).pairs) }
}

/// The content of a request, in a form that can be compared.
enum ComparedBody: Sendable {
    case none
    case json(JSON)
    case form(ComparedPairs)
    case parts(ComparedPairs)
    case text(String)
    case bytes(Data)
    /// A stream, a file that can't be read, or a file whose content isn't in the recording.
    case unread(UnreadContent)

    /// - Parameters:
    ///   - data: The bytes; nil if they can't be read.
    ///   - content: The bytes without the secrets that are replaced.
    init(_ request: Request, _ data: Data?, content: Data?, redaction: Redaction?) {
        let mediaType = request.mediaType
        if let parts = request.body?.shownParts ?? data.flatMap({ Body.shownParts(of: $0, mediaType: mediaType) }) {
            self = .parts(ComparedPairs(parts.map { ($0.name, $0.compared(redaction)) }))
        } else if let content {
            self.init(content, mediaType)
        } else {
            self = request.body == nil ? .none : .unread(request[UnreadOption.self] ?? UnreadContent())
        }
    }

    private init(_ data: Data, _ mediaType: MediaType?) {
        if data.isEmpty {
            self = .none
        } else if let first = data.first(where: { $0 > 0x20 }),
            first == UInt8(ascii: "{") || first == UInt8(ascii: "["),
            let json = try? JSON(parsing: data, redacting: .standard)
        {
            self = .json(json)
        } else if let text = String(wellFormed: data, as: UTF8.self) {
            self = mediaType?.isForm == true ? .form(ComparedPairs(text)) : .text(text)
        } else {
            self = .bytes(data)
        }
    }

    /// A short description.
    var kind: String {
        switch self {
        case .none: "no body"
        case .json: "JSON"
        case .form: "a form"
        case .parts: "parts"
        case .text: "text"
        case .bytes(let data): "\(data.count) bytes"
        case .unread(let unread): unread.digest.map { "a file of \($0.size) bytes" } ?? "a file or a stream"
        }
    }
}

extension Body.ShownPart {
    /// Returns the value without its secrets; for a file, its name.
    fileprivate func compared(_ redaction: Redaction?) -> String {
        if let fileName { return "the file \(fileName)" }
        let data = data ?? Data()
        return redaction?.redactedValue(data, of: self) ?? String(decoding: data, as: UTF8.self)
    }
}
