#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension JSONDocument {
    /// The string at a node, its escapes resolved; nil when it is none.
    @inline(__always)
    func string(at node: Int) -> String? {
        switch word(node).kind {
        case .string: String(decoding: content(of: node), as: UTF8.self)
        case .escapedString: JSONEscapes.resolved(content(of: node))
        default: nil
        }
    }

    /// The number at a node when it is whole and fits; nil otherwise.
    @inline(__always)
    func integer<Value: FixedWidthInteger>(at node: Int, as type: Value.Type = Value.self) -> Value? {
        switch word(node).kind {
        case .integer: JSONInteger.value(ofDigits: content(of: node))
        case .real: JSONInteger.value(of: content(of: node))
        default: nil
        }
    }

    /// The number at a node, nil when it is none or beyond the range of a `Double`.
    @inline(__always)
    func double(at node: Int) -> Double? {
        guard word(node).kind.isNumber else { return nil }
        let double = JSONNumber.double(content(of: node))
        return double.isFinite ? double : nil
    }

    /// The truth value at a node, nil when it is none.
    @inline(__always)
    func bool(at node: Int) -> Bool? {
        switch word(node).kind {
        case .true: true
        case .false: false
        default: nil
        }
    }
}

extension JSONDocument {
    /// The number at a node, nil when it is none or beyond the range of a `Decimal`.
    func decimal(at node: Int) -> Decimal? {
        guard word(node).kind.isNumber else { return nil }
        return Decimal(string: String(decoding: content(of: node), as: UTF8.self))
    }
}
