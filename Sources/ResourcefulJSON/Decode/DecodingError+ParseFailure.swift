#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

extension JSONDocument {
    /// What a decoding error says, with the place and the text that it leaves out.
    ///
    /// - Parameters:
    ///   - root: Where the value that was decoded stands in this document.
    ///   - decoder: Our own decoder, when that has thrown it.
    func failure(
        of error: DecodingError, below root: Int, expecting type: Any.Type, by decoder: JSON.Decoder? = nil
    ) -> ParseFailure {
        if let failure = error.context?.underlyingError as? ParseFailure,
            let source = failure.source as? JSONNodeFailure, source.document === self
        {
            return failure
        }
        let (place, steps) = walk(error.codingPath, from: root, by: decoder)
        let expected = error.expected(type)
        if steps.isEmpty {
            let reason = error.reason.map { JSONNodeFailure.Reason.reason(expected: expected, $0) }
            return ParseFailure(JSONNodeFailure(self, at: place, reason ?? .mismatch(expected)))
        }
        if case .keyNotFound = error, steps.count == 1 {
            return ParseFailure(JSONNodeFailure(self, at: place, .step(steps[0])))
        }
        // The decoder has been where the document has nothing: it wants one element more, say.
        let reason = JSONNodeFailure.Reason.explained(expected: expected, found: error.explanation)
        return ParseFailure(JSONNodeFailure(self, at: place, reason, below: steps))
    }

    /// Follows a coding path as far as it leads, and the steps that are left. A decoder may have renamed the keys.
    private func walk(
        _ path: [any CodingKey], from root: Int, by decoder: JSON.Decoder?
    ) -> (node: Int, steps: [JSONPath.Component]) {
        var node = root
        let steps = JSONPath(codingPath: path).components
        for (index, step) in steps.enumerated() {
            let renamed = { (key: String) in
                guard case .custom(let rename)? = decoder?.keys else { return SnakeCase.camelCase(of: key) }
                return rename(path[..<index] + [JSONCodingKey(stringValue: key)]).stringValue
            }
            guard let child = child(of: node, at: step) ?? child(of: node, called: step, renamed) else {
                return (node, Array(steps[index...]))
            }
            node = child
        }
        return (node, [])
    }

    /// The value of the first key that is called so.
    private func child(of node: Int, called step: JSONPath.Component, _ rename: (String) -> String) -> Int? {
        guard case .key(let name) = step, word(node).kind == .object else { return nil }
        return keyNodes(of: node).first { rename(string(at: $0) ?? "") == name }.map { $0 + 1 }
    }
}

extension DecodingError {
    /// The same error, with the place in a document as its cause, unless it has another.
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
    /// What a decoding error says, when the text is no JSON that could be looked at.
    package init(_ error: DecodingError, expecting type: Any.Type) {
        if let failure = error.context?.underlyingError as? ParseFailure {
            self = failure
        } else {
            self.init(
                path: JSONPath(codingPath: error.codingPath), expected: error.expected(type), found: error.explanation,
                kind: error.kind)
        }
    }

    /// What a decoding error says of a text that was read as a whole.
    package init(_ error: DecodingError, in text: Data, mask: some TextMask, expecting type: Any.Type) {
        do throws(ParseFailure) {
            self = try JSONDocument(text, mask: mask).failure(of: error, below: 0, expecting: type)
        } catch let malformed {
            // The decoder's own word for malformed JSON has no place in it; the scanner's has. But a body that was read
            // as something else, a property list say, is not to be blamed for being no JSON.
            self = error.isAboutMalformedJSON ? malformed : ParseFailure(error, expecting: type)
        }
    }
}

extension JSONPath {
    /// The path of an encoder or a decoder. Its indices print as `Index 3`; a key of a type of its own may have a
    /// number too, and is a key for all that.
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

    /// The path to the value that could not be decoded; for a missing key, the key included.
    fileprivate var codingPath: [any CodingKey] {
        if case .keyNotFound(let key, let context) = self { return context.codingPath + [key] }
        return context?.codingPath ?? []
    }

    /// Whether the decoder gave up on the text before it looked at any value.
    fileprivate var isAboutMalformedJSON: Bool {
        guard case .dataCorrupted(let context) = self else { return false }
        return context.codingPath.isEmpty && context.debugDescription.contains("JSON")
    }

    /// What the decoder says beside that a value is of another type; nil when that is all.
    fileprivate var reason: String? {
        // Foundation on Linux calls a whole document invalid when a number in it does not fit its type. This document
        // has been read, so its JSON is valid.
        if isAboutMalformedJSON { return "perhaps a number in it does not fit its type" }
        switch self {
        case .dataCorrupted: return explanation
        case .typeMismatch(_, let context):
            return context.debugDescription.hasPrefix("Expected to decode") ? nil : explanation
        default: return nil
        }
    }

    /// What kind of failure it is, as far as the error itself tells.
    fileprivate var kind: ParseFailure.Kind {
        if isAboutMalformedJSON { return .malformed }
        if case .keyNotFound = self { return .missing }
        return .mismatch
    }

    fileprivate var explanation: String { context?.debugDescription ?? "\(self)" }

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
    static func name(of type: Any.Type) -> String {
        let name = "\(type)"
        if name.hasPrefix("Dictionary<") { return "an object" }
        if name.hasPrefix("Array<") { return "an array" }
        return name
    }
}
