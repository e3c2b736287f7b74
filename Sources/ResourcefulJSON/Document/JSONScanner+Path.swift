extension JSONScanner {
    /// The path to where the scanner has stopped, as far as the text is well-formed: into each container that is still
    /// open, and to the element or the key that has begun. Linear in what has been read.
    func path(expecting expected: String) -> JSONPath {
        var components: [JSONPath.Component] = []
        if container >= 0, !expected.hasPrefix("a comma"), let last = beginning() { components.append(last) }
        var (child, inner) = (container, container)
        while inner >= 0 {
            // What to go back to waits in the second word: the parent, and how many children it has had.
            let waiting = tape[inner + 1]
            child = inner
            inner = Int(Int32(truncatingIfNeeded: waiting))
            guard inner >= 0 else { break }
            let isKeyed = JSONWord(bits: tape[inner]).kind == .object
            components.append(isKeyed ? .key(text(of: child - 1)) : .index(Int(waiting >> 32)))
        }
        return JSONPath(components.reversed())
    }

    /// The element that has begun in the innermost container, or the key whose value has.
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
        // Longer keys than a word can say are not to be printed.
        let bytes = UnsafeRawBufferPointer(rebasing: text[word.offset..<(word.offset + word.length)])
        return word.isPlainString ? String(decoding: bytes, as: UTF8.self) : JSONEscapes.resolved(bytes)
    }
}
