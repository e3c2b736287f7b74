extension JSONScanner {
    /// Returns the path to where the scanner has stopped: into each open container, and to the element or key that has
    /// begun. Linear in what has been read.
    func path(expecting expected: String) -> JSONPath {
        var components: [JSONPath.Component] = []
        if container >= 0, !expected.hasPrefix("a comma"), let last = beginning() { components.append(last) }
        var (child, inner) = (container, container)
        while inner >= 0 {
            // While a container is open, its second word has its parent and the number of children of the parent so
            // far.
            let waiting = tape[inner + 1]
            child = inner
            inner = Int(Int32(truncatingIfNeeded: waiting))
            guard inner >= 0 else { break }
            let isKeyed = JSONWord(bits: tape[inner]).kind == .object
            components.append(isKeyed ? .key(text(of: child - 1)) : .index(Int(waiting >> 32)))
        }
        return JSONPath(components.reversed())
    }

    /// Returns the element that has begun in the innermost container, or the key whose value has begun.
    private func beginning() -> JSONPath.Component? {
        guard isInObject else { return .index(children) }
        var node = container + 2
        for _ in 0..<children {
            node += 1
            node = JSONWord(bits: tape[node]).isContainer ? JSONEnd(bits: tape[node + 1]).next : node + 1
        }
        return node < count ? .key(text(of: node)) : nil
    }

    private func text(of node: Int) -> String {
        let word = JSONWord(bits: tape[node])
        // Keys whose length doesn't fit in a word are too long to print.
        let bytes = UnsafeRawBufferPointer(rebasing: tokens.text[word.offset..<(word.offset + word.length)])
        return word.isPlainString ? String(decoding: bytes, as: UTF8.self) : JSONEscapes.resolved(bytes)
    }
}
