extension String: LenientReadable {
    static func read(_ decoding: LenientDecoding, at place: LenientPlace) throws -> String? {
        guard let json = place.value, !json.isNull else {
            return try decoding.useDefault(String.self, "", "an empty string", at: place)
        }
        if let string = json.stringIfAny { return string }
        guard !json.isArray, !json.isObject else { throw decoding.mismatch(String.self, at: place) }
        let text = String(json)
        return decoding.convert(text, used: text.debugDescription, at: place)
    }
}

extension Bool: LenientReadable {
    static func read(_ decoding: LenientDecoding, at place: LenientPlace) throws -> Bool? {
        guard let json = place.value, !decoding.isNothing(place), !decoding.isBlank(place) else {
            return try decoding.useDefault(Bool.self, false, "false", at: place)
        }
        if let bool = json.boolIfAny { return bool }
        switch json.scalarText?.lowercased() {
        case "true", "yes", "1": return decoding.convert(true as Bool, used: "true", at: place)
        case "false", "no", "0": return decoding.convert(false as Bool, used: "false", at: place)
        default: throw decoding.mismatch(Bool.self, at: place)
        }
    }
}

extension LenientReadable where Self: FixedWidthInteger {
    static func read(_ decoding: LenientDecoding, at place: LenientPlace) throws -> Self? {
        if let value: Self = place.value?.wholeIfAny() { return value }
        guard let json = place.value, !decoding.isNothing(place), !decoding.isBlank(place) else {
            return try decoding.useDefault(Self.self, 0, "0", at: place)
        }
        if let bool = json.boolIfAny {
            let value: Self = bool ? 1 : 0
            return decoding.convert(value, used: "\(value)", at: place)
        }
        guard let text = json.numberText else { throw decoding.mismatch(Self.self, at: place) }
        guard let value: Self = LenientNumber.truncated(text) else { throw decoding.misfit(Self.self, at: place) }
        return decoding.convert(value, used: "\(value)", at: place)
    }
}

extension LenientReadable where Self: BinaryFloatingPoint & LosslessStringConvertible {
    fileprivate static func readText(_ decoding: LenientDecoding, at place: LenientPlace) throws -> Self? {
        if let value: Self = decoding.nonFinite(at: place) { return value }
        guard let json = place.value, !decoding.isNothing(place), !decoding.isBlank(place) else {
            return try decoding.useDefault(Self.self, 0, "0.0", at: place)
        }
        if let bool = json.boolIfAny {
            let value: Self = bool ? 1 : 0
            return decoding.convert(value, used: "\(value)", at: place)
        }
        guard let text = json.numberText else { throw decoding.mismatch(Self.self, at: place) }
        guard let value = Self(text), value.isFinite, value != 0 || LenientNumber.isZero(text) else {
            throw decoding.misfit(Self.self, at: place)
        }
        return json.isNumber ? value : decoding.convert(value, used: "\(value)", at: place)
    }
}

extension Double: LenientReadable {
    static func read(_ decoding: LenientDecoding, at place: LenientPlace) throws -> Double? {
        if let json = place.value, json.isNumber, let value = try? json.double, value != 0 { return value }
        return try readText(decoding, at: place)
    }
}

extension Float: LenientReadable {
    static func read(_ decoding: LenientDecoding, at place: LenientPlace) throws -> Float? {
        try readText(decoding, at: place)
    }
}

extension Int: LenientReadable {}
extension Int8: LenientReadable {}
extension Int16: LenientReadable {}
extension Int32: LenientReadable {}
extension Int64: LenientReadable {}
extension UInt: LenientReadable {}
extension UInt8: LenientReadable {}
extension UInt16: LenientReadable {}
extension UInt32: LenientReadable {}
extension UInt64: LenientReadable {}

@available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
extension Int128: LenientReadable {}

@available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
extension UInt128: LenientReadable {}
