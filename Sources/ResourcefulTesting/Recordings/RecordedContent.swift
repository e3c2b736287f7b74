import ResourcefulDiagnostics

/// The content of a message as a recording has it.
struct RecordedContent {
    private(set) var content: Data
    /// What is replaced, with the reasons.
    private(set) var replaced: [String] = []
    private let redaction: Redaction
    private let secrets: RecordedSecrets

    init(_ content: Data, of mediaType: MediaType?, redaction: Redaction) {
        (self.content, self.redaction, secrets) = (content, redaction, RecordedSecrets(redaction))
        let hidden = redaction.redacted(content: content, of: mediaType)
        guard hidden != content else { return }
        let document = RecordedDocument(content, secrets: secrets)
        if let found = document.map({ ($0.content, $0.replaced) }) ?? lines() ?? script(mediaType) {
            (self.content, replaced) = found
        } else {
            (self.content, replaced) = (hidden, ["parts that are named or look like secrets"])
        }
    }

    /// Returns the events of a stream, or lines that are each a document; nil for other text.
    private func lines() -> (Data, [String])? {
        var (lines, replaced) = ([Data](), [String]())
        for (number, line) in content.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
            let start = line.firstIndex { "{[".utf8.contains($0) } ?? line.endIndex
            let head = String(decoding: line[..<start].filter { $0 > 0x20 }, as: UTF8.self)
            if ["", "data:"].contains(head), let document = RecordedDocument(line[start...], secrets: secrets) {
                lines.append(line[..<start] + document.content)
                replaced += document.replaced.map { "line \(number + 1), \($0)" }
            } else {
                // A secret in other text may continue on the next line.
                guard ["", "data", "event", "id", "retry"].contains(head.prefix { $0 != ":" }), isOpen(line) else {
                    return nil
                }
                lines.append(Data(line))
            }
        }
        return (Data(lines.joined(separator: [0x0A])), replaced)
    }

    /// Returns whether a text has no secrets.
    private func isOpen(_ text: some DataProtocol) -> Bool {
        redaction.redacted(content: Data(text), of: .plainText) == Data(text)
    }

    /// Returns a script or a style sheet without what looks like a secret; nil for other text. A name counts only
    /// before a text in quotes, or in a URL, that looks like a secret: elsewhere in code, it doesn't say where a value
    /// ends.
    /// In a query of GraphQL, it counts before any text in quotes.
    private func script(_ mediaType: MediaType?) -> (Data, [String])? {
        let isQuery = mediaType == "application/graphql"
        guard
            isQuery
                || ["javascript", "ecmascript", "css"].contains(where: { mediaType?.essence.hasSuffix($0) == true }),
            !content.contains(0)
        else { return nil }
        let bytes = Array(content)
        // `show({"token": …});`
        if let start = bytes.firstIndex(where: "{[".utf8.contains),
            let end = bytes.lastIndex(where: "]}".utf8.contains),
            start < end, isOpen(bytes[..<start]), isOpen(bytes[(end + 1)...]),
            let document = RecordedDocument(bytes[start...end], secrets: secrets)
        {
            return (Data(bytes[..<start]) + document.content + Data(bytes[(end + 1)...]), document.replaced)
        }
        let words = Set(bytes.split { !SecretScanner.isNameByte($0) }).map { String(decoding: $0, as: UTF8.self) }
        let open = redaction.showing(Set(words.filter { !secrets.isAdded($0) }))
        let quoted = redaction.secretPlaces(in: bytes).filter { place in
            place.lowerBound > 0 && place.upperBound < bytes.count
                && "\"'`=".utf8.contains(bytes[place.lowerBound - 1]) && "\"'`&".utf8.contains(bytes[place.upperBound])
                && (isQuery || SecretLooks.isRandom(bytes[place]))
        }
        let places = redaction.ordered(open.secretPlaces(in: bytes) + quoted)
        let text = redaction.replaced(bytes, places, by: Array("***".utf8))
        return (Data(text), places.map { "bytes \($0.lowerBound)–\($0.upperBound): they look like a secret" })
    }
}

extension Recording.Exchange {
    /// Returns what is replaced when the exchange is written, with the reasons.
    func replacements(_ redaction: Redaction) -> [String] {
        let redaction = redaction.recorded(hiding: SentSecrets(request)).recorded(hiding: response?.sent)
        let url = redaction.redacted(request.url)
        var list = url == request.url.absoluteString ? [] : ["request URL, which is now \(url)"]
        for (message, fields, type, body) in [
            ("request", request.headerFields, request.mediaType, request.body?.data),
            ("response", response?.headerFields ?? [:], response?.headerFields.contentType, response?.body),
        ] {
            list += fields.filter { redaction.redactedValue(of: $0) != $0.value }.map { "\(message) field \($0.name)" }
            guard let body else { continue }
            list += RecordedContent(body, of: type, redaction: redaction).replaced.map { "\(message) body, \($0)" }
        }
        return list
            + (request.body?.shownParts ?? []).compactMap { part in
                let isReplaced = part.data.map {
                    redaction.redactedValue($0, of: part) != String(decoding: $0, as: UTF8.self)
                }
                return isReplaced != true ? nil : "request body, part \(part.name)"
            }
    }
}
