// How a record shows messages, stores and caches.
extension RecordWriter {
    /// Returns an exchange as the entry of an archive.
    func entry(of exchange: LoggedExchange, at date: Date) -> JSON {
        var entry = HARExchange(date: date, request: exchange.request, duration: .zero, redaction: redaction)
        var changes: [(JSONPath, JSON)] = []
        if let body = exchange.request.body, exchange.isRequestDropped || body.data == nil && body.shownParts == nil {
            changes.append(("request.postData._unread", [:]))
        }
        let names = exchange.request.options.isEmpty ? nil : exchange.request[RequestSecrets.self]
        if let names, names != RequestSecrets.defaultValue {
            changes.append(
                (JSONPath([.key("_redactedFields")]), JSON(names.fieldNames.map(\.rawName).sorted().map { JSON($0) })))
            changes.append(
                (JSONPath([.key("_redactedParameters")]), JSON(names.parameterNames.sorted().map { JSON($0) })))
        }
        var answer: Response?
        switch exchange.outcome {
        case .success(let response):
            answer = response
            if let size = exchange.droppedSize { changes.append(("response.content.size", JSON(size))) }
        case .failure(let error):
            let cause = (error as? LoadError)?.underlyingError
            entry.comment = error is CancellationError ? "canceled" : text(of: cause ?? error)
            if let cause = cause as? TransportError { entry.errorKind = "\(cause.kind)" }
        }
        var written = entry.entry(answered: answer)
        if exchange.droppedSize != nil { written = (try? written.removing("response.content.text")) ?? written }
        return changes.reduce(written) { (try? $0.setting($1.0, to: $1.1)) ?? $0 }
    }

    /// Returns an outcome as members of an effect.
    mutating func written(_ outcome: EffectOutcome, of name: EffectName) -> [(String, JSON)] {
        switch outcome {
        case .done, .decided, .entry(nil), .cached(nil): return []
        case .canceled: return [("isCanceled", true)]
        case .failed(let error): return [("error", JSON(text(of: error)))]
        case .date(let date): return [("date", JSON(date.timeIntervalSinceReferenceDate))]
        case .number(let number, let isSecret): return isSecret ? [] : [("number", JSON("\(number)"))]
        case .size(let size): return [("size", JSON(size))]
        case .entry(let entry?):
            guard case .entry(let name) = name.subject, let shown = shown(entry, named: name) else {
                return [("size", JSON(entry.data.count))]
            }
            let date = ("date", JSON(entry.date.timeIntervalSinceReferenceDate))
            let lasting = shown.lastingByteCount.map { [("lasting", JSON($0))] } ?? []
            guard let text = String(wellFormed: shown.data, as: UTF8.self) else {
                return [date] + lasting + [("base64", JSON(shown.data.base64EncodedString()))]
            }
            return [date] + lasting + [("text", JSON(text))]
        case .cached(let entry?):
            guard case .cached(let key) = name.subject else { return [] }
            return written(entry, of: key)
        }
    }

    /// Returns an entry without secrets; nil if it can't be known to have none.
    private func shown(_ entry: StoreEntry, named entryName: EntryName) -> StoreEntry? {
        if let shown = entryName.shown { return shown(entry) }
        guard let data = content(of: entry, named: entryName.text) else { return nil }
        return StoreEntry(
            data: data, date: entry.date, lastingByteCount: entry.lastingByteCount.map { min($0, data.count) })
    }

    /// Returns the content of an entry without secrets, by its name; nil if it can't be known to have none.
    private func content(of entry: StoreEntry, named name: String) -> Data? {
        if name.hasPrefix("credentials "), let record = TokenRecord(entry) {
            var token = record.token.map { _ in Token(Redaction.mark) }
            token?.expiry = record.token?.expiry
            token?.refreshToken = record.token?.refreshToken.map { _ in Redaction.mark }
            return TokenRecord(generation: record.generation, token: token, received: record.received).entry.data
        }
        let isText = String(wellFormed: entry.data, as: UTF8.self) != nil
        // A counter, which isn't text.
        let isCounter = StoreEntry.isScratchName(name) && !(isText && entry.data.allSatisfy { $0 >= 0x20 })
        if isCounter, entry.data.count <= 32 { return entry.data }
        guard isText else { return nil }
        let first = entry.data.first { $0 > 0x20 }
        let isJSON = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        if redaction.isSecret(key: name), !isJSON { return Data(Redaction.mark.utf8) }
        return redaction.redacted(content: entry.data, of: .plainText)
    }

    private mutating func written(_ entry: CacheEntry, of key: CacheKey) -> [(String, JSON)] {
        let list = entry.responses.map { response -> JSON in
            responses.append(self.entry(of: response, under: key))
            return [
                "entry": JSON(responses.count - 1),
                "requested": JSON(response.requested.timeIntervalSinceReferenceDate),
                "received": JSON(response.received.timeIntervalSinceReferenceDate),
                "isVolatile": JSON(response.isVolatile),
            ]
        }
        let invalidated = entry.invalidated.map { [("invalidated", JSON($0.timeIntervalSinceReferenceDate))] } ?? []
        return [("responses", JSON(list))] + invalidated
    }

    /// Returns a cached response as the entry of an archive, whose request has the selecting fields.
    private func entry(of stored: StoredResponse, under key: CacheKey) -> JSON {
        var request = Request(url: URL(string: key.url) ?? URL(filePath: "/"), method: stored.method)
        request.headerFields = stored.selecting
        return HARExchange(date: stored.requested, request: request, duration: .zero, redaction: redaction)
            .entry(answered: stored.response)
    }
}
