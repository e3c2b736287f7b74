extension JSONDocument {
    /// Returns the string at a node with its escapes resolved; nil if it isn't a string.
    @inline(__always)
    func string(at node: Int) -> String? {
        switch word(node).kind {
        case .string: String(checked: content(of: node))
        case .escapedString: JSONEscapes.resolved(content(of: node))
        default: nil
        }
    }

    /// Returns the number at a node; nil if it isn't a number, isn't whole, or doesn't fit.
    @inline(__always)
    func integer<Value: FixedWidthInteger>(at node: Int, as type: Value.Type = Value.self) -> Value? {
        switch word(node).kind {
        case .integer: JSONInteger.value(ofDigits: number(at: node))
        case .real: JSONInteger.value(of: content(of: node))
        default: nil
        }
    }

    /// Returns the number at a node; nil if it isn't a number or is beyond the range of a `Double`.
    @inline(__always)
    func double(at node: Int) -> Double? {
        guard word(node).kind.isNumber else { return nil }
        let double = JSONNumber.double(number(at: node))
        return double.isFinite ? double : nil
    }

    /// Returns the Boolean at a node; nil if it isn't one.
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
    /// Returns the number at a node; nil if it isn't a number or is beyond the range of a `Decimal`.
    func decimal(at node: Int) -> Decimal? {
        guard word(node).kind.isNumber else { return nil }
        return Decimal(string: String(decoding: content(of: node), as: UTF8.self))
    }
}
