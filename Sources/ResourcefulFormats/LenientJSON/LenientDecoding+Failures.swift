// The values at places, and the errors of reading them.
extension LenientDecoding {
    /// Whether the value is missing or null.
    func isNothing(_ place: LenientPlace) -> Bool { !place.exists || place.json.isNull }

    /// Whether the value is a string that is empty or only spaces.
    func isBlank(_ place: LenientPlace) -> Bool {
        place.value?.stringIfAny?.utf8.allSatisfy { $0 == UInt8(ascii: " ") } ?? false
    }

    func path(to place: LenientPlace) -> JSONPath {
        guard !place.exists, let step = place.step else { return place.json.path }
        return place.json.path.appending(.key(step.key.stringValue))
    }

    func codingPath(to step: LenientStep?) -> [any CodingKey] { LenientStep.codingPath(to: step) }

    /// Returns a short description of the value at a place, as a failure has it. Secrets are hidden.
    func found(at place: LenientPlace) -> String {
        guard let value = place.value else { return "nothing" }
        do {
            return value.isString ? "\(try value.bool)" : try value.string
        } catch {
            return (error as? ParseFailure)?.found ?? "\(error)"
        }
    }

    /// Returns a description of the value at a place, with the reason that it can't be used.
    func found(at place: LenientPlace, _ error: any Error, expecting type: Any.Type) -> String {
        let failure = failure(of: error, expecting: type)
        guard let failure, failure.path != path(to: place) else { return found(at: place) }
        return "\(found(at: place)) (\(failure.sentence))"
    }

    /// Returns an error as a parse failure; nil if it is an error of the type itself.
    func failure(of error: any Error, expecting type: Any.Type) -> ParseFailure? {
        guard let error = error as? DecodingError else { return error as? ParseFailure }
        do {
            // A decoder of the document adds the place to an error that a type throws.
            _ = try root.decode(
                Failing.self, decoder: JSON.Decoder(keys: options.keys, userInfo: [Failing.key: error as any Error]))
            return nil
        } catch {
            var failure = error as? ParseFailure
            if failure?.expected == "a valid Failing" { failure?.expected = "a valid \(Self.name(of: type))" }
            return failure
        }
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
        guard let value = place.value else {
            guard let step = place.step else {
                return .valueNotFound(type, .init(codingPath: path, debugDescription: "There is no value."))
            }
            let context = DecodingError.Context(
                codingPath: Array(path.dropLast()),
                debugDescription: "No value associated with key \"\(step.key.stringValue)\".")
            return .keyNotFound(step.key, context)
        }
        if value.isNull {
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

/// A type that can't be decoded: its initializer throws the error it is given.
private struct Failing: Decodable {
    static let key = CodingUserInfoKey(rawValue: "ResourcefulFormats.Failing")!

    init(from decoder: any Decoder) throws {
        if let error = decoder.userInfo[Self.key] as? any Error { throw error }
    }
}

extension ParseFailure {
    /// The path, what was expected, and what was found, without the text around the place.
    fileprivate var sentence: String { ParseFailure(path: path, expected: expected, found: found).description }
}
