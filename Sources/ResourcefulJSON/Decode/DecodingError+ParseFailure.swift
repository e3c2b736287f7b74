extension JSONDocument {
    /// Converts a decoding error to a parse failure, which adds the place in the document and its text.
    ///
    /// - Parameters:
    ///   - root: The node of the decoded value.
    ///   - decoder: The ``JSON/Decoder`` that threw the error; nil for other decoders.
    func failure(
        of error: DecodingError, below root: Int, expecting type: Any.Type, by decoder: JSON.Decoder? = nil
    ) -> ParseFailure {
        if let failure = error.context?.underlyingError as? ParseFailure,
            let source = failure.source as? JSONNodeFailure, source.document === self
        {
            return failure
        }
        let (place, steps) = walk(error, from: root, by: decoder)
        let expected = error.expected(type)
        if steps.isEmpty {
            let reason = error.reason.map { JSONNodeFailure.Reason.reason(expected: expected, $0) }
            return ParseFailure(JSONNodeFailure(self, at: place, reason ?? .mismatch(expected)))
        }
        if case .keyNotFound(let key, let context) = error, steps.count == 1 {
            var name = decoder?.keys.rename(in: context.codingPath[...])
            // Another decoder that doesn't find a key of the object has renamed it.
            if name == nil, child(of: place, at: steps[0]) != nil { name = SnakeCase.camelCase }
            let snake = JSON.Encoder.SnakeCase.name(of: key.stringValue)
            let renaming = name.map { name in
                JSONNodeFailure.Renaming(name: name, example: name(snake) == key.stringValue ? snake : nil)
            }
            return ParseFailure(JSONNodeFailure(self, at: place, .step(steps[0], renaming: renaming)))
        }
        // The coding path leads to something the document doesn't have, such as one more element.
        let reason = JSONNodeFailure.Reason.explained(expected: expected, found: error.explanation)
        return ParseFailure(JSONNodeFailure(self, at: place, reason, below: steps))
    }

    /// Follows the coding path of an error as far as it exists, and returns the last node and the remaining steps. Keys
    /// may be renamed, and a missing key isn't one that is renamed.
    private func walk(
        _ error: DecodingError, from root: Int, by decoder: JSON.Decoder?
    ) -> (node: Int, steps: [JSONPath.Component]) {
        var node = root
        let path = error.codingPath
        let steps = JSONPath(codingPath: path).components
        for (index, step) in steps.enumerated() {
            let rename = decoder?.keys.rename(in: path[..<index]) ?? SnakeCase.camelCase
            var spelled = child(of: node, at: step)
            if case .keyNotFound(let key, _) = error, index == steps.count - 1 {
                spelled = rename(key.stringValue) == key.stringValue ? spelled : nil
            }
            guard let child = spelled ?? child(of: node, called: step, rename) else {
                return (node, Array(steps[index...]))
            }
            node = child
        }
        return (node, [])
    }

    /// Returns the value of the first key whose renamed form is the given name.
    private func child(of node: Int, called step: JSONPath.Component, _ rename: (String) -> String) -> Int? {
        guard case .key(let name) = step, word(node).kind == .object else { return nil }
        return keyNodes(of: node).first { rename(string(at: $0) ?? "") == name }.map { $0 + 1 }
    }
}

extension DecodingError {
    /// Returns the error with its place in a document as the underlying error, unless it already has one.
    func placed(
        in document: JSONDocument, below root: Int, expecting type: Any.Type, by decoder: JSON.Decoder
    ) -> DecodingError {
        guard let context, context.underlyingError == nil else { return self }
        let failure = document.failure(of: self, below: root, expecting: type, by: decoder)
        let placed = Context(
            codingPath: context.codingPath, debugDescription: context.debugDescription, underlyingError: failure)
        return switch self {
        case .typeMismatch(let type, _): .typeMismatch(type, placed)
        case .valueNotFound(let type, _): .valueNotFound(type, placed)
        case .keyNotFound(let key, _): .keyNotFound(key, placed)
        case .dataCorrupted: .dataCorrupted(placed)
        @unknown default: self
        }
    }
}

extension ParseFailure {
    /// Creates a failure from a decoding error without a document.
    package init(_ error: DecodingError, expecting type: Any.Type) {
        if let failure = error.context?.underlyingError as? ParseFailure {
            self = failure
        } else {
            self.init(
                path: JSONPath(codingPath: error.codingPath), expected: error.expected(type), found: error.explanation,
                kind: error.kind)
        }
    }

    /// Creates a failure from an error of decoding a text.
    package init(_ error: DecodingError, in text: Data, mask: some TextMask, expecting type: Any.Type) {
        do throws(ParseFailure) {
            self = try JSONDocument(text, mask: mask).failure(of: error, below: 0, expecting: type)
        } catch let malformed {
            // The decoder's error for malformed JSON has no position, but the scanner's does. Other errors don't become
            // JSON errors: the text may be in another format, such as a property list.
            self = error.isAboutMalformedJSON ? malformed : ParseFailure(error, expecting: type)
        }
    }
}

extension JSONPath {
    /// Creates a path from the coding path of an encoder or a decoder. A coding key is an index only if its string
    /// value has the form `Index 3`: the keys of custom types may have integer values, too.
    package init(codingPath: [any CodingKey]) {
        self.init(
            codingPath.map { key in
                key.intValue.flatMap { key.stringValue == "Index \($0)" ? .index($0) : nil } ?? .key(key.stringValue)
            } as [Component])
    }
}

extension DecodingError {
    fileprivate var context: Context? {
        switch self {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context),
            .keyNotFound(_, let context):
            context
        @unknown default: nil
        }
    }

    /// The path to the value that couldn't be decoded. For a missing key it includes the key.
    fileprivate var codingPath: [any CodingKey] {
        if case .keyNotFound(let key, let context) = self { return context.codingPath + [key] }
        return context?.codingPath ?? []
    }

    /// Whether the decoder rejected the text before it decoded any value.
    fileprivate var isAboutMalformedJSON: Bool {
        guard case .dataCorrupted(let context) = self else { return false }
        return context.codingPath.isEmpty && context.debugDescription.contains("JSON")
    }

    /// What the decoder reports in addition to a mismatch of types; nil if there is nothing else.
    fileprivate var reason: String? {
        // Foundation on Linux reports the whole document as invalid if a number in it doesn't fit its type. This
        // document has been scanned, so its JSON is valid.
        if isAboutMalformedJSON { return "perhaps a number in it doesn't fit its type" }
        switch self {
        case .dataCorrupted: return explanation
        case .typeMismatch(_, let context):
            return context.debugDescription.hasPrefix("Expected to decode") ? nil : explanation
        default: return nil
        }
    }

    /// The kind of failure, based on the error alone.
    fileprivate var kind: ParseFailure.Kind {
        if isAboutMalformedJSON { return .malformed }
        if case .keyNotFound = self { return .missing }
        return .mismatch
    }

    fileprivate var explanation: String { context?.debugDescription ?? "\(self)" }

    /// Returns a description of what was expected: the type, if it is known.
    fileprivate func expected(_ type: Any.Type) -> String {
        switch self {
        case .typeMismatch(let type, _), .valueNotFound(let type, _): Self.name(of: type)
        case .keyNotFound: "a value"
        case .dataCorrupted(let context):
            context.codingPath.isEmpty ? "a valid \(Self.name(of: type))" : "a valid value"
        @unknown default: Self.name(of: type)
        }
    }

    /// Returns a readable name of a type: decoders request containers as dictionaries and arrays of `Any`.
    static func name(of type: Any.Type) -> String {
        let name = "\(type)"
        if name.hasPrefix("Dictionary<") { return "an object" }
        if name.hasPrefix("Array<") { return "an array" }
        return name
    }
}
