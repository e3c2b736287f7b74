extension JSONDocument {
    /// What a decoding error says, with the place and the text that it leaves out.
    ///
    /// - Parameter base: where the value that was decoded stands in this document.
    func failure(of error: DecodingError, below base: JSONPath, expecting type: Any.Type) -> ParseFailure {
        let path = base.appending(error.codingPath)
        let place = JSON(document: self, node: 0)[at: path]
        guard place.missing == nil else {
            if case .keyNotFound = error, place.missing?.count == 1 { return place.failureOfStep }
            // The decoder has been where the document has nothing: it has renamed a key, or wants one element more.
            var failure = failure(expected: error.expected(type), at: place.node, path: path)
            failure.found = isSecret(path) ? Redaction.mark : Excerpt.line(error.explanation, limit: 200)
            return failure
        }
        var failure = failure(expected: error.expected(type), at: place.node, path: path)
        if case .dataCorrupted = error, !isSecret(path) { failure.found += error.reason }
        return failure
    }
}

extension ParseFailure {
    /// What a decoding error says, when the text is no JSON that could be looked at.
    init(_ error: DecodingError, expecting type: Any.Type) {
        self.init(
            path: JSONPath().appending(error.codingPath), expected: error.expected(type), found: error.explanation)
    }
}

extension JSONPath {
    init() { components = [] }

    /// The path of an encoder or a decoder. Its indices print as `Index 3`; a key of a type of its own may have a
    /// number too, and is a key for all that.
    init(codingPath: [any CodingKey]) {
        components = codingPath.map { key in
            key.intValue.flatMap { key.stringValue == "Index \($0)" ? .index($0) : nil } ?? .key(key.stringValue)
        }
    }

    fileprivate func appending(_ codingPath: [any CodingKey]) -> JSONPath {
        JSONPath(components + JSONPath(codingPath: codingPath).components)
    }
}

extension DecodingError {
    /// The path to the value that could not be decoded; for a missing key, the key included.
    fileprivate var codingPath: [any CodingKey] {
        switch self {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            context.codingPath
        case .keyNotFound(let key, let context): context.codingPath + [key]
        @unknown default: []
        }
    }

    /// Whether the decoder gave up on the text before it looked at any value.
    var isAboutMalformedJSON: Bool {
        guard case .dataCorrupted(let context) = self else { return false }
        return context.codingPath.isEmpty && context.debugDescription.contains("JSON")
    }

    /// What the decoder says, in parentheses behind what was found.
    fileprivate var reason: String {
        // Foundation on Linux calls a whole document invalid when a number in it does not fit its type. This document
        // has been read, so its JSON is valid.
        if isAboutMalformedJSON { return " (perhaps a number in it does not fit its type)" }
        let text = Excerpt.line(explanation, limit: 200)
        return text.isEmpty ? "" : " (\(text.last == "." ? String(text.dropLast()) : text))"
    }

    fileprivate var explanation: String {
        switch self {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context),
            .keyNotFound(_, let context):
            context.debugDescription
        @unknown default: "\(self)"
        }
    }

    /// What was asked for, the type if it is known.
    fileprivate func expected(_ type: Any.Type) -> String {
        switch self {
        case .typeMismatch(let type, _), .valueNotFound(let type, _): Self.name(of: type)
        case .keyNotFound: "a value"
        case .dataCorrupted(let context):
            context.codingPath.isEmpty ? "a valid \(Self.name(of: type))" : "a valid value"
        @unknown default: Self.name(of: type)
        }
    }

    /// What a person would call a type: the decoder asks for containers as dictionaries and arrays of `Any`.
    private static func name(of type: Any.Type) -> String {
        let name = "\(type)"
        if name.hasPrefix("Dictionary<") { return "an object" }
        if name.hasPrefix("Array<") { return "an array" }
        return name
    }
}
