import ResourcefulDiagnostics

/// An HTTP archive (HAR 1.2) of entries whose secrets are already removed.
struct Archive: Sendable {
    let redaction: Redaction
    /// The entries as formatted text.
    private(set) var entries: [[UInt8]] = []

    init(redaction: Redaction, _ exchanges: [Recording.Exchange] = []) {
        self.redaction = redaction
        for exchange in exchanges { insert(exchange, at: entries.endIndex) }
    }

    /// Inserts an exchange without its secrets at a position.
    mutating func insert(_ exchange: Recording.Exchange, at place: Int) {
        entries.insert(ArchiveText.lines(exchange.entry(redacting: redaction), depth: 3), at: place)
    }

    /// The whole document as formatted text. It includes the names of secrets that aren't in the standard redaction, so
    /// that a replay knows them.
    var text: [UInt8] {
        var members: [(String, JSON)] = [
            ("version", "1.2"), ("creator", ["name": "Resourceful", "version": "1"]), ("pages", []),
        ]
        members += redaction.archivedNames(beside: .standard)
        let head = ArchiveText.lines(["log": JSON(members)])
        // Before the two closing braces, each on its own line.
        let end = Array("\n  }\n}".utf8)
        let list = entries.map { Array("\n      ".utf8) + $0 }.joined(separator: [UInt8(ascii: ",")])
        let close = entries.isEmpty ? "]" : "\n    ]"
        return head.dropLast(end.count) + Array(",\n    \"entries\": [".utf8) + list + Array(close.utf8) + end + [0x0A]
    }

    /// Writes the document atomically.
    func write(to file: URL) throws {
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text).write(to: file, options: .atomic)
    }
}

extension Redaction {
    /// Creates a redaction of the secrets whose names are in an object.
    init(namesIn object: JSON) {
        let strings = { (place: JSON) in place.elementsIfThere.compactMap(\.stringIfThere) }
        let none = Redaction(fieldNames: [], parameterNames: [])
        self = none.adding(
            fields: Set(strings(object["_redactedFields"]).compactMap { HeaderFields.Name($0) }),
            parameters: Set(strings(object["_redactedParameters"]))
        ).showing(Set(strings(object["_shownNames"])))
    }
}

extension Recording.Exchange {
    /// Returns the exchange as an entry of an archive, without its secrets. The entry has the names of secrets that
    /// only this exchange has.
    func entry(redacting redaction: Redaction) -> JSON {
        let read = readingContent(redacting: redaction)
        var members = redaction.including(secretsOf: request).archivedNames(beside: redaction)
            .map { (JSONPath([.key($0)]), $1) }
        let list = replaced + read.replacements(redaction)
        if !list.isEmpty { members.append((JSONPath([.key("_replaced")]), JSON(list.map { JSON($0) }))) }
        if let unread = read.request[UnreadOption.self] { members.append(("request.postData._unread", unread.json)) }
        if let file = request.body, file.file != nil {
            members.append(("request.postData.comment", JSON("\(file)")))
        }
        return members.reduce(read.described(redacting: redaction)) { entry, member in
            (try? entry.setting(member.0, to: member.1)) ?? entry
        }
    }

    private func described(redacting redaction: Redaction) -> JSON {
        var entry = HARExchange(date: date, request: request, duration: duration, redaction: redaction)
        entry.hiding = { $0.recorded(hiding: $1) }
        entry.content = { RecordedContent($1, of: $2, redaction: $0).content }
        switch outcome {
        case .response(let response): return entry.entry(answered: response)
        case .withoutContent(let response, let size):
            let whole = entry.entry(answered: response)
            return (try? whole.removing("response.content.text").setting("response.content.size", to: JSON(size)))
                ?? whole
        case .failure(let error):
            let message = redaction.hiding(secretsOf: request)
                .redacted(content: Data(error.message.utf8), of: .plainText)
            entry.comment = String(decoding: message, as: UTF8.self)
            entry.errorKind = "\(error.kind)"
            return entry.entry(answered: nil)
        }
    }
}

/// JSON formatted for people to read and compare: short containers without nested ones stay on one line.
enum ArchiveText {
    /// Returns the text of a value at a depth of nested containers.
    static func lines(_ json: JSON, depth: Int = 0) -> [UInt8] { Array(text(of: json, depth: depth).utf8) }

    private static func text(of json: JSON, depth: Int) -> String {
        guard json.isObject || json.isArray else { return String(json) }
        let keys = try? json.keys
        let values = keys?.map { json[$0] } ?? json.elementsIfThere
        let names = keys?.map { "\(JSON.quoted($0)): " } ?? values.map { _ in "" }
        let items = zip(names, values).map { $0 + text(of: $1, depth: depth + 1) }
        let (open, close) = json.isObject ? ("{", "}") : ("[", "]")
        let size = items.reduce(items.count) { $0 + $1.utf8.count } - (keys?.count ?? 0)
        if size < 100, !values.contains(where: { $0.isObject || $0.isArray }) {
            return open + items.joined(separator: ", ") + close
        }
        let indent = "\n" + String(repeating: "  ", count: depth)
        return "\(open)\(indent)  \(items.joined(separator: ",\(indent)  "))\(indent)\(close)"
    }
}
