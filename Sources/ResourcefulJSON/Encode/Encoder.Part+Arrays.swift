extension JSON.Encoder.Part {
    /// Writes an array without a frame, since its elements have no code of their own. Returns false, and writes
    /// nothing, if an element is a number that JSON can't represent.
    func writeArray<Value>(_ value: Value, _ kind: JSON.Encoder.Kind) -> Bool {
        switch kind {
        case .strings: writeElements(of: same(value, [String].self)) { $0.text.append($1) }
        case .ints: writeElements(of: same(value, [Int].self)) { $0.text.append(whole: $1) }
        default: writeElements(of: same(value, [Double].self), while: { $0.isFinite }) { $0.text.append($1) }
        }
    }

    @inline(__always)
    private func writeElements<Element>(
        of elements: [Element], while isWritable: (Element) -> Bool = { _ in true },
        _ append: (Part, Element) -> Void
    ) -> Bool {
        let (start, level) = (text.count, frames.count)
        guard mayNest(at: level) else { return true }
        text.append(UInt8(ascii: "["))
        for index in elements.indices {
            guard isWritable(elements[index]) else {
                text.truncate(to: start)
                return false
            }
            if isPretty { text.appendLine(indentedBy: depth + level + 1) }
            append(self, elements[index])
            text.append(UInt8(ascii: ","))
        }
        appendEnd(UInt8(ascii: "]"), isEmpty: elements.isEmpty, level: level)
        return true
    }
}
