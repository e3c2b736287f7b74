/// A text in which secrets are searched, and where it comes from.
struct SearchedText {
    /// What a secret is allowed in, if it is.
    enum Place: Hashable {
        case field(HeaderFields.Name, URL)
        case query(String, URL)
        case body(URL)
        case entry(String)
        case cache
        /// A response: what a server sends is its own affair.
        case response
        /// Anything else, where no secret may be.
        case other
    }

    let subject: LeakReport.Subject
    /// The name of the text, such as `the field Cookie of GET https://example.org`.
    let name: String
    let place: Place
    let bytes: [UInt8]

    init(_ subject: LeakReport.Subject, _ name: String, _ place: Place, _ bytes: some Sequence<UInt8>) {
        (self.subject, self.name, self.place, self.bytes) = (subject, name, place, Array(bytes))
    }

    init(_ subject: LeakReport.Subject, _ name: String, _ place: Place = .other, text: String) {
        self.init(subject, name, place, text.utf8)
    }
}

extension SearchedText {
    /// Returns the parts of a request as it is sent.
    static func parts(of request: Request) -> [SearchedText] {
        let origin = Origin(request.url).map { "\($0)" } ?? "a URL without an origin"
        let end = "of \(request)"
        func part(_ name: String, _ place: Place, _ bytes: some Sequence<UInt8>) -> SearchedText {
            SearchedText(.requests(to: origin), "\(name) \(end)", place, bytes)
        }
        var url = URLText(request.url)
        let query = url.query ?? ""
        url.query = nil
        var parts = [
            part("the method", .other, request.method.rawValue.utf8),
            part("the URL without its query", .other, url.text.utf8),
        ]
        parts += query.split(separator: "&").map { pair in
            let name = PercentEncoding.decoded(pair.prefix { $0 != "=" }.utf8, plusAsSpace: true)
            return part("the query item \(name)", .query(name, request.url), pair.utf8)
        }
        parts += request.headerFields.map { field in
            part("the field \(field.name)", .field(field.name, request.url), "\(field.name): \(field.value)".utf8)
        }
        if let body = request.body {
            parts += body.searchedBytes.map { part("the body", .body(request.url), $0) }
        }
        return parts
    }

    /// Returns what a store and a cache have in the end.
    static func kept(by run: DryRun) -> [SearchedText] {
        let entries = run.store.flatMap { name, entry in
            [
                SearchedText(.store, "the name of an entry", text: name),
                SearchedText(.store, "the entry \(name)", .entry(name), entry.data),
            ]
        }
        return entries
            + run.cache.entries.flatMap { key, entry in
                [SearchedText(.cache, "a key of the cache", text: key.description)]
                    + entry.responses.flatMap { stored in
                        let fields = Array(stored.selecting) + Array(stored.response.headerFields)
                        let head = fields.map { "\($0.name): \($0.value)" }.joined(separator: "\n")
                        let name = "the cached response of \(key.shownText)"
                        return [
                            SearchedText(.cache, "the head of \(name)", .cache, head.utf8),
                            SearchedText(.cache, "the URL of \(name)", text: "\(stored.response.url as URL?)"),
                            SearchedText(.cache, "the body of \(name)", .cache, stored.response.body),
                        ]
                    }
            }
    }
}

extension Body {
    /// The bytes of the body before its compression. A stream can be read only once, and isn't.
    fileprivate var searchedBytes: [Data] {
        guard let segments = try? segments() else { return [] }
        return segments.map { segment in
            switch segment {
            case .data(let data): data
            case .file(let url): (try? Data(contentsOf: url)) ?? Data()
            }
        }
    }
}

/// Everything that `print`, a debugger or `dump` shows of a value.
func shownTexts<Value>(of value: Value) -> [String] {
    var dumped = ""
    dump(value, to: &dumped)
    return ["\(value)", String(reflecting: value), dumped]
}
