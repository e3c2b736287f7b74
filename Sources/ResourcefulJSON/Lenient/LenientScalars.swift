#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension String: LenientReadable {
    static func read(_ decoding: LenientDecoding, at place: LenientPlace) throws -> String? {
        guard let node = place.node, !decoding.isNothing(place) else {
            return try decoding.useDefault(String.self, "", "an empty string", at: place)
        }
        if let string = decoding.document.string(at: node) { return string }
        guard !decoding.document.word(node).isContainer else { throw decoding.mismatch(String.self, at: place) }
        let text = String(decoding: decoding.document.content(of: node), as: UTF8.self)
        return decoding.convert(text, used: text.debugDescription, at: place)
    }
}

extension Bool: LenientReadable {
    static func read(_ decoding: LenientDecoding, at place: LenientPlace) throws -> Bool? {
        guard let node = place.node, !decoding.isNothing(place), !decoding.isBlank(place) else {
            return try decoding.useDefault(Bool.self, false, "false", at: place)
        }
        if let bool = decoding.document.bool(at: node) { return bool }
        switch decoding.scalarText(of: node)?.lowercased() {
        case "true", "yes", "1": return decoding.convert(true, used: "true", at: place)
        case "false", "no", "0": return decoding.convert(false, used: "false", at: place)
        default: throw decoding.mismatch(Bool.self, at: place)
        }
    }
}

extension LenientReadable where Self: FixedWidthInteger {
    static func read(_ decoding: LenientDecoding, at place: LenientPlace) throws -> Self? {
        guard let node = place.node, !decoding.isNothing(place), !decoding.isBlank(place) else {
            return try decoding.useDefault(Self.self, 0, "0", at: place)
        }
        let document = decoding.document
        if let value = document.integer(at: node, as: Self.self) { return value }
        if let bool = document.bool(at: node) {
            let value: Self = bool ? 1 : 0
            return decoding.convert(value, used: "\(value)", at: place)
        }
        guard let text = decoding.numberText(of: node) else { throw decoding.mismatch(Self.self, at: place) }
        guard let value: Self = LenientNumber.truncated(text) else { throw decoding.misfit(Self.self, at: place) }
        return decoding.convert(value, used: "\(value)", at: place)
    }
}

extension LenientReadable where Self: BinaryFloatingPoint & LosslessStringConvertible {
    static func read(
        _ decoding: LenientDecoding, at place: LenientPlace, _ number: (NumberText) -> Self
    ) throws -> Self? {
        if let value: Self = decoding.nonFinite(at: place) { return value }
        guard let node = place.node, !decoding.isNothing(place), !decoding.isBlank(place) else {
            return try decoding.useDefault(Self.self, 0, "0.0", at: place)
        }
        if let bool = decoding.document.bool(at: node) {
            let value: Self = bool ? 1 : 0
            return decoding.convert(value, used: "\(value)", at: place)
        }
        guard var text = decoding.numberText(of: node) else { throw decoding.mismatch(Self.self, at: place) }
        let value = text.withUTF8 { text -> Self? in
            let text = NumberText(UnsafeRawBufferPointer(text))
            let value = number(text)
            return value.isFinite && (value != 0 || JSONNumber.isZero(text)) ? value : nil
        }
        guard let value else { throw decoding.misfit(Self.self, at: place) }
        if decoding.document.word(node).kind.isNumber { return value }
        return decoding.convert(value, used: "\(value)", at: place)
    }
}

extension Double: LenientReadable {
    static func read(_ decoding: LenientDecoding, at place: LenientPlace) throws -> Double? {
        try read(decoding, at: place, JSONNumber.double)
    }
}

extension Float: LenientReadable {
    static func read(_ decoding: LenientDecoding, at place: LenientPlace) throws -> Float? {
        try read(decoding, at: place, JSONNumber.float)
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
