extension Recording {
    /// Creates a recording from an HTTP archive (HAR 1.2) of any program: Chrome, Firefox, Safari, mitmproxy, Charles.
    ///
    /// It accepts what these programs leave out or write in their own way: missing members, content that is in Base64,
    /// missing, or written with a character for each byte, halves of surrogate pairs, the pseudo-fields of HTTP/2,
    /// requests that were blocked or canceled (status 0). Entries that can't be used are in ``skipped``.
    ///
    /// - Throws: `ParseFailure` if the data isn't JSON or has no list of entries.
    public init(parsing data: Data) throws { try self.init(parsing: data, in: ArchiveFolder(url: nil)) }

    init(parsing data: Data, in folder: ArchiveFolder) throws {
        let log = try JSON(archive: data.starts(with: [0xEF, 0xBB, 0xBF]) ? data.dropFirst(3) : data)["log"]
        let names = Redaction(namesIn: log)
        self.init(redaction: .standard.including(names).showing(names.shownNames))
        for (index, entry) in try log.entries.array.enumerated() {
            do throws(Unusable) {
                exchanges.append(try Exchange(entry, in: folder))
            } catch {
                skipped.append("entry \(index): \(error.reason)")
            }
            for name in [entry.response.content, entry.request.postData].compactMap(\.["_file"].stringIfThere)
            where folder.path(of: name) == nil {
                skipped.append("entry \(index): the folder of the archive has no file \(name.debugDescription)")
            }
        }
    }
}

/// The reason why an entry can't be replayed.
private struct Unusable: Error {
    let reason: String
}

extension Recording.Exchange {
    fileprivate init(_ entry: JSON, in folder: ArchiveFolder) throws(Unusable) {
        let milliseconds = (try? entry.time.double) ?? 0
        var request = try Self.request(entry.request, in: folder)
        let secrets = Redaction(namesIn: entry)
        if secrets != RequestSecrets.defaultValue { request[RequestSecrets.self] = secrets }
        self.init(
            request, ArchivedResponse(entry: entry, folder: folder).outcome,
            date: entry.startedDateTime.stringIfThere.flatMap(Self.date) ?? Date(timeIntervalSince1970: 0),
            duration: milliseconds > 0 && milliseconds < 1e12 ? .seconds(milliseconds / 1_000) : .zero)
        replaced = entry["_replaced"].elementsIfThere.compactMap(\.stringIfThere)
    }

    private static func request(_ json: JSON, in folder: ArchiveFolder) throws(Unusable) -> Request {
        guard let text = json.url.stringIfThere, let url = URL(text: text) else { throw Unusable(reason: "no URL") }
        guard let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https" else {
            throw Unusable(reason: "the scheme is \(url.scheme ?? "none")")
        }
        guard let method = json.method.stringIfThere.flatMap({ Request.Method($0) }) else {
            throw Unusable(reason: "no method")
        }
        var request = Request(url: url, method: method, headerFields: HeaderFields(archived: json))
        let posted = ArchivedBody(of: json, mediaType: request.headerFields.contentType, folder: folder)
        request.body = posted.body
        if let unread = posted.unread { request[UnreadOption.self] = unread }
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
            // Some programs write an array of two, and some all lines of a name as one value, with line feeds.
            guard let text = pair.name.stringIfThere ?? pair[0].stringIfThere, let name = Name(text) else { continue }
            let lines = pair.value.stringIfThere ?? pair[1].stringIfThere ?? ""
            for value in lines.split(separator: "\n", omittingEmptySubsequences: false) {
                let value = value.filter { $0 != "\r" && $0 != "\r\n" }
                if let field = try? Field(name, String(value)) { append(field) }
            }
        }
    }
}

extension JSON {
    /// Reads an archive. What isn't a character, such as half a surrogate pair, is replaced by U+FFFD.
    ///
    /// - Throws: `ParseFailure` if the data isn't JSON otherwise.
    fileprivate init(archive data: Data) throws {
        do {
            self = try JSON(parsing: data, redacting: .standard)
        } catch {
            guard let json = try? JSON(parsing: data.withValidCharacters, redacting: .standard) else { throw error }
            self = json
        }
    }

    /// The string; nil if there is none. A missing value is cheap, because no error is created.
    var stringIfThere: String? { exists && !isNull ? try? string : nil }

    /// The whole number; nil if there is none.
    var intIfThere: Int? { exists && !isNull ? try? int : nil }

    /// The elements of the array; empty if there is no array.
    var elementsIfThere: [JSON] { exists && !isNull ? (try? array) ?? [] : [] }
}

extension Data {
    /// The JSON text with U+FFFD instead of bytes that aren't UTF-8, and of escaped halves of surrogate pairs.
    fileprivate var withValidCharacters: Data {
        var bytes = Array(String(decoding: self, as: UTF8.self).utf8)
        let unit = { (start: Int) -> UInt16 in
            guard bytes[start...].starts(with: #"\u"#.utf8) else { return 0 }
            return UInt16(String(decoding: bytes[start...].dropFirst(2).prefix(4), as: UTF8.self), radix: 16) ?? 0
        }
        var index = 0
        while let start = bytes[index...].firstIndex(of: UInt8(ascii: "\\")) {
            let (first, second) = (unit(start), unit(Swift.min(start + 6, bytes.count)))
            let isPair = first & 0xFC00 == 0xD800 && second & 0xFC00 == 0xDC00
            if first & 0xF800 == 0xD800, !isPair { bytes.replaceSubrange(start..<(start + 6), with: #"\ufffd"#.utf8) }
            index = Swift.min(start + (isPair ? 12 : 2), bytes.count)
        }
        return Data(bytes)
    }
}
