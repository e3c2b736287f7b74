extension Recording {
    /// Creates a recording from an HTTP archive (HAR 1.2) of any program: Chrome, Firefox, Safari, mitmproxy, Charles.
    ///
    /// It accepts what these programs leave out or write in their own way: missing members, content that is in Base64
    /// or missing, the pseudo-fields of HTTP/2, requests that were blocked or canceled (status 0). Entries that can't
    /// be used are in ``skipped``.
    ///
    /// - Throws: `ParseFailure` if the data isn't JSON or has no list of entries.
    public init(parsing data: Data) throws {
        let isMarked = data.starts(with: [0xEF, 0xBB, 0xBF])
        let log = try JSON(parsing: isMarked ? data.dropFirst(3) : data, redacting: .standard)["log"]
        let names = Redaction(namesIn: log)
        self.init(redaction: .standard.including(names).showing(names.shownNames))
        for (index, entry) in try log.entries.array.enumerated() {
            do throws(Unusable) {
                exchanges.append(try Exchange(entry))
            } catch {
                skipped.append("entry \(index): \(error.reason)")
            }
        }
    }
}

/// The reason why an entry can't be replayed.
private struct Unusable: Error {
    let reason: String
}

extension Recording.Exchange {
    fileprivate init(_ entry: JSON) throws(Unusable) {
        let milliseconds = (try? entry.time.double) ?? 0
        var request = try Self.request(entry.request)
        let secrets = Redaction(namesIn: entry)
        if secrets != RequestSecrets.defaultValue { request[RequestSecrets.self] = secrets }
        if let unread = UnreadContent(entry.request.postData["_unread"]) { request[UnreadOption.self] = unread }
        self.init(
            request, ArchivedResponse(entry).outcome,
            date: entry.startedDateTime.stringIfThere.flatMap(Self.date) ?? Date(timeIntervalSince1970: 0),
            duration: milliseconds > 0 && milliseconds < 1e12 ? .seconds(milliseconds / 1_000) : .zero)
    }

    private static func request(_ json: JSON) throws(Unusable) -> Request {
        guard let text = json.url.stringIfThere, let url = URL(text: text) else { throw Unusable(reason: "no URL") }
        guard let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https" else {
            throw Unusable(reason: "the scheme is \(url.scheme ?? "none")")
        }
        guard let method = json.method.stringIfThere.flatMap({ Request.Method($0) }) else {
            throw Unusable(reason: "no method")
        }
        var request = Request(url: url, method: method, headerFields: HeaderFields(archived: json))
        request.body = ArchivedBody(json.postData, mediaType: request.headerFields.contentType).body
        return request
    }

    private static func date(_ text: String) -> Date? {
        (try? Date.ISO8601FormatStyle(includingFractionalSeconds: true).parse(text))
            ?? (try? Date.ISO8601FormatStyle().parse(text))
    }
}

extension HeaderFields {
    /// Creates the fields of a message in an archive. It skips names that aren't valid, such as `:authority` of HTTP/2.
    init(archived message: JSON) {
        self.init()
        for pair in message.headers.elementsIfThere {
            guard let name = pair.name.stringIfThere.flatMap({ Name($0) }) else { continue }
            // Some programs write all lines of a name as one value, separated by line feeds.
            let values = (pair.value.stringIfThere ?? "").split(separator: "\n", omittingEmptySubsequences: false)
            for value in values {
                let value = value.filter { $0 != "\r" && $0 != "\r\n" }
                if let field = try? Field(name, String(value)) { append(field) }
            }
        }
    }
}

extension JSON {
    /// The string; nil if there is none. A missing value is cheap, because no error is created.
    var stringIfThere: String? { exists && !isNull ? try? string : nil }

    /// The whole number; nil if there is none.
    var intIfThere: Int? { exists && !isNull ? try? int : nil }

    /// The elements of the array; empty if there is no array.
    var elementsIfThere: [JSON] { exists && !isNull ? (try? array) ?? [] : [] }
}
