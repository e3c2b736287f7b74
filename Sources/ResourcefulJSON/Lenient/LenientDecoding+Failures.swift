// The values at places, and the errors of reading them.
extension LenientDecoding {
    /// Whether the value is missing or null.
    func isNothing(_ place: LenientPlace) -> Bool { place.node.map { document.word($0).isNull } ?? true }

    /// Whether the value is a string that is empty or only whitespace.
    func isBlank(_ place: LenientPlace) -> Bool {
        guard let node = place.node, document.word(node).kind == .string else { return false }
        return document.content(of: node).allSatisfy { $0 <= UInt8(ascii: " ") }
    }

    /// Whether the value is an empty array or an empty object, as given by `kind`.
    func isEmpty(_ place: LenientPlace, _ kind: JSONKind) -> Bool {
        guard let node = place.node else { return false }
        return document.word(node).kind == kind && document.first(in: node) == document.end(of: node)
    }

    func path(to place: LenientPlace) -> JSONPath {
        JSONPath(base.components + LenientStep.path(to: place.step).map(\.component))
    }

    func codingPath(to step: LenientStep?) -> [any CodingKey] { LenientStep.path(to: step).map(\.key) }

    func found(at place: LenientPlace) -> String {
        place.node.map { document.found(at: $0, mask: document.mask) } ?? "nothing"
    }

    /// Returns a description of the value at a place, with the reason that it can't be used.
    func found(at place: LenientPlace, _ error: any Error, expecting type: Any.Type) -> String {
        let failure = failure(of: error, expecting: type)
        guard let failure, failure.path != path(to: place) else { return found(at: place) }
        return "\(found(at: place)) (\(failure.path.shortened): expected \(failure.expected), found \(failure.found))"
    }

    /// Returns an error as a parse failure; nil if it is an error of the type itself.
    func failure(of error: any Error, expecting type: Any.Type) -> ParseFailure? {
        if let failure = error as? ParseFailure { return failure }
        return (error as? DecodingError).map { document.failure(of: $0, below: strict.root, expecting: type) }
    }

    /// Returns the default of a type and reports it, if the place allows that. Throws the ordinary error otherwise.
    func useDefault<Value>(
        _ type: Value.Type, _ value: Value, _ used: String, at place: LenientPlace
    ) throws -> Value {
        guard place.fallback == .typeDefault else { throw mismatch(type, at: place) }
        report(place, expected: Self.name(of: type), found: found(at: place), used: used)
        return value
    }

    func mismatch(_ type: Any.Type, at place: LenientPlace, _ reason: String? = nil) -> DecodingError {
        let path = codingPath(to: place.step)
        guard let node = place.node else {
            guard let step = place.step else {
                return .valueNotFound(type, .init(codingPath: path, debugDescription: "There is no value."))
            }
            let context = DecodingError.Context(
                codingPath: Array(path.dropLast()),
                debugDescription: "No value associated with key \"\(step.key.stringValue)\".")
            return .keyNotFound(step.key, context)
        }
        if document.word(node).isNull {
            return .valueNotFound(
                type, .init(codingPath: path, debugDescription: "Cannot get value of type \(type) -- found null."))
        }
        if let reason { return .dataCorrupted(.init(codingPath: path, debugDescription: reason)) }
        return .typeMismatch(
            type, .init(codingPath: path, debugDescription: "Expected to decode \(type) but found something else."))
    }

    /// Returns the error for a number that doesn't fit its type.
    func misfit(_ type: Any.Type, at place: LenientPlace) -> DecodingError {
        mismatch(type, at: place, "The number does not fit \(type).")
    }

    static func name(of type: Any.Type) -> String {
        let name = "\(type)"
        if name.hasPrefix("Dictionary<") { return "an object" }
        return name.hasPrefix("Array<") ? "an array" : name
    }
}
