/// One exchange of an HTTP archive (HAR 1.2), which is written without its secrets.
package struct HARExchange {
    /// The page of the exchange; nil if there is none.
    package var page: String?
    /// The time when the exchange began.
    package var date: Date
    package var request: Request
    package var duration: Duration
    package var comment: String
    /// The kind of error if there was no response, for code that reads the entry again.
    package var errorKind: String?
    /// The number of bytes of a body to keep.
    package var maximumBodySize = Int.max
    /// The secrets to hide, in addition to those that the request declares.
    package var redaction = Redaction.standard
    /// Adds the secrets that were sent to a redaction. A recording replaces less than an archive that people read.
    package var hiding: @Sendable (Redaction, SentSecrets?) -> Redaction = { $0.hiding($1) }
    /// Returns content without its secrets.
    package var content: @Sendable (Redaction, Data, MediaType?) -> Data = { $0.redacted(content: $1, of: $2) }

    package init(
        page: String? = nil, date: Date, request: Request, duration: Duration, comment: String = "",
        maximumBodySize: Int = .max, redaction: Redaction = .standard
    ) {
        self.page = page
        self.date = date
        self.request = request
        self.duration = duration
        self.comment = comment
        self.maximumBodySize = maximumBodySize
        self.redaction = redaction
    }

    /// Returns the entry of an archive. Without a response, the comment says why there is none.
    package func entry(answered response: Response?) -> JSON {
        var shown = self
        shown.redaction = hiding(hiding(redaction, SentSecrets(request)), response?.sent)
        return shown.shownEntry(answered: response)
    }

    private func shownEntry(answered response: Response?) -> JSON {
        let version = response?.metrics?.httpVersion ?? "HTTP/1.1"
        var members: [(String, JSON)] = page.map { [("pageref", JSON($0))] } ?? []
        members += [
            ("startedDateTime", JSON(Self.time(date))), ("time", JSON(duration.inMilliseconds)),
            ("request", sent(version)), ("response", response.map { received($0, version) } ?? nothing(version)),
            ("cache", [:]), ("timings", timings(response?.metrics)),
        ]
        if !comment.isEmpty { members.append(("comment", JSON(comment))) }
        return JSON(members)
    }

    /// Returns a date in the format of RFC 3339 with milliseconds. The formatter truncates, so half a millisecond is
    /// added.
    package static func time(_ date: Date?) -> String {
        let date = (date ?? Date(timeIntervalSince1970: 0)).addingTimeInterval(0.000_5)
        return date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }

    private func sent(_ version: String) -> JSON {
        var parts: [(String, JSON)] = [
            ("method", JSON(request.method.rawValue)), ("url", JSON(redaction.redacted(request.url))),
            ("httpVersion", JSON(version)), ("cookies", []), ("headers", fields(request.headerFields)),
            ("queryString", query), ("headersSize", -1),
        ]
        guard let body = request.body else { return JSON(parts + [("bodySize", 0)]) }
        let (posted, size) = posted(body)
        parts += [("bodySize", JSON(size)), ("postData", JSON(posted))]
        return JSON(parts)
    }

    /// Returns the body of the request and its size; for a body that isn't in memory, a description and the size -1.
    /// The text of a multipart body has the names of its files, but not their content.
    private func posted(_ body: Body) -> ([(String, JSON)], size: Int) {
        let mediaType = (try? request.checked())?.mediaType ?? request.mediaType
        let type = ("mimeType", JSON(mediaType?.rawValue ?? ""))
        guard let data = body.data ?? body.withoutFiles else {
            return ([type, ("text", ""), ("comment", JSON("\(body)"))], -1)
        }
        // The format has no encoding for posted data, but allows custom members.
        let (members, size) = text(of: data, mediaType, encodingName: "_encoding")
        let parts = body.shownParts ?? []
        let params = parts.isEmpty ? [] : [("params", JSON(parts.map(param)))]
        return ([type] + members + params, parts.contains { $0.fileName != nil } ? -1 : size)
    }

    private func param(_ part: Body.ShownPart) -> JSON {
        var members: [(String, JSON)] = [("name", JSON(part.name))]
        if let data = part.data { members.append(("value", JSON(redaction.redactedValue(data, of: part)))) }
        if let name = part.fileName { members.append(("fileName", JSON(name))) }
        if let type = part.mediaType { members.append(("contentType", JSON(type.rawValue))) }
        return JSON(members)
    }

    private func received(_ response: Response, _ version: String) -> JSON {
        let mediaType = response.headerFields.contentType
        var (content, size) = text(of: response.body, mediaType, encodingName: "encoding")
        content += [("size", JSON(size)), ("mimeType", JSON(mediaType?.rawValue ?? ""))]
        let location = response.headerFields.location.map { redaction.redacted(urlText: $0) } ?? ""
        return [
            "status": JSON(response.status.code), "statusText": JSON(response.status.reasonPhrase),
            "httpVersion": JSON(version), "cookies": [], "headers": fields(response.headerFields),
            "content": JSON(content), "redirectURL": JSON(location), "headersSize": -1,
            "bodySize": JSON(response.metrics?.receivedBytes ?? -1),
        ]
    }

    /// Returns the response for an exchange without one, as browsers write it.
    private func nothing(_ version: String) -> JSON {
        let members: [(String, JSON)] = [
            ("status", 0), ("statusText", ""), ("httpVersion", JSON(version)), ("cookies", []), ("headers", []),
            ("content", ["size": 0, "mimeType": ""]), ("redirectURL", ""), ("headersSize", -1), ("bodySize", -1),
            ("_error", JSON(comment)),
        ]
        return JSON(members + (errorKind.map { [("_errorKind", JSON($0))] } ?? []))
    }

    private func timings(_ metrics: ExchangeMetrics?) -> JSON {
        let (resolved, connected) = (metrics?.resolved ?? .zero, metrics?.connected ?? .zero)
        let ready = max(resolved, connected, metrics?.secured ?? .zero)
        let first = max(metrics?.firstByte ?? ready, ready)
        let end = max(metrics?.total ?? duration, first)
        return [
            "blocked": -1, "dns": JSON(metrics == nil ? -1 : resolved.inMilliseconds),
            "connect": JSON(metrics == nil ? -1 : max(.zero, ready - resolved).inMilliseconds),
            "ssl": JSON(metrics?.secured.map { max(.zero, $0 - connected).inMilliseconds } ?? -1),
            "send": 0, "wait": JSON((first - ready).inMilliseconds), "receive": JSON((end - first).inMilliseconds),
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

    /// Returns a body without its secrets as members of an object, and its size: that of the redacted body, which hides
    /// the length of secrets, or the full size if only the beginning is kept.
    private func text(
        of body: Data, _ mediaType: MediaType?, encodingName: String
    ) -> (members: [(String, JSON)], size: Int) {
        guard body.count > maximumBodySize else {
            let content = self.content(redaction, body, mediaType)
            if let text = String(wellFormed: content, as: UTF8.self) { return ([("text", JSON(text))], content.count) }
            return ([("text", JSON(content.base64EncodedString())), (encodingName, "base64")], content.count)
        }
        // A multipart body can be split into parts only as a whole, not by its beginning.
        let masked =
            (redaction.redacted(multipart: body, of: mediaType)?.prefix(maximumBodySize)).map(Array.init)
            ?? redaction.masked(Array(body.prefix(maximumBodySize)))
        let note = ("comment", JSON("the first \(masked.count) bytes"))
        // The last character may be incomplete.
        if masked.prefix(64).allSatisfy({ $0 >= 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }) {
            return ([("text", JSON(String(decoding: masked, as: UTF8.self))), note], body.count)
        }
        return ([("text", JSON(Data(masked).base64EncodedString())), (encodingName, "base64"), note], body.count)
    }
}

extension Body {
    /// The bytes of a multipart body whose files are empty; nil for any other.
    fileprivate var withoutFiles: Data? {
        guard case .multipart(let multipart) = content else { return nil }
        let parts = multipart.parts.map { part in
            var part = part
            if part.fileName != nil { part.content = .data(Data()) }
            return part
        }
        return try? Body.multipart(parts, boundary: multipart.boundary).encoded()
    }
}

extension Duration {
    /// The duration in milliseconds, rounded to a microsecond, which makes it stable when an archive is read and
    /// written again.
    fileprivate var inMilliseconds: Double { (inSeconds * 1e6).rounded() / 1e3 }
}
