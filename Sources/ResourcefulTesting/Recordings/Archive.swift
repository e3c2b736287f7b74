import ResourcefulCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// An HTTP archive (HAR 1.2) of entries whose secrets are gone already.
struct Archive: Sendable {
    let redaction: Redaction
    var entries: [JSON] = []

    /// The whole document. Which names are secret beside the usual ones stands in it, for who replays it.
    var json: JSON {
        var members: [(String, JSON)] = [
            ("version", "1.2"), ("creator", ["name": "Resourceful", "version": "1"]), ("pages", []),
            ("entries", JSON(entries)),
        ]
        let fields = redaction.fieldNames.subtracting(Redaction.standard.fieldNames).map(\.rawName).sorted()
        let parameters = redaction.parameterNames.subtracting(Redaction.standard.parameterNames).sorted()
        if !fields.isEmpty { members.append(("_redactedFields", JSON(fields.map { JSON($0) }))) }
        if !parameters.isEmpty { members.append(("_redactedParameters", JSON(parameters.map { JSON($0) }))) }
        return ["log": JSON(members)]
    }

    /// Writes the document, in lines, at once or not at all.
    func write(to file: URL) throws {
        let text = try JSON.Encoder(output: [.prettyPrinted, .withoutEscapingSlashes]).encode(json)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try (text + Data("\n".utf8)).write(to: file, options: .atomic)
    }
}

extension Recording.Exchange {
    /// The exchange as an entry of an archive, without its secrets.
    func entry(redacting redaction: Redaction) -> JSON {
        var entry = HARExchange(date: date, request: request, duration: duration, redaction: redaction)
        switch outcome {
        case .response(let response): return entry.entry(answered: response)
        case .withoutContent(let response, let size):
            let whole = entry.entry(answered: response)
            return (try? whole.removing("response.content.text").setting("response.content.size", to: JSON(size)))
                ?? whole
        case .failure(let error):
            let message = redaction.redacted(content: Data(error.message.utf8), of: .plainText)
            entry.comment = String(decoding: message, as: UTF8.self)
            entry.errorKind = "\(error.kind)"
            return entry.entry(answered: nil)
        }
    }
}
