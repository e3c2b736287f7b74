// Children of containers.
extension JSONDocument {
    /// Returns the child of a container at a key or an index. If a key is repeated, its first value counts.
    func child(of node: Int, at component: JSONPath.Component) -> Int? {
        switch component {
        case .key(let key): child(of: node, key: key)
        case .index(let index): element(of: node, at: index)
        }
    }

    /// Returns the value of a key of an object, or the element of an array whose index is the key's digits.
    func child(of node: Int, key: String) -> Int? {
        switch word(node).kind {
        case .object: value(of: node, key: key)
        case .array: JSONPath.Component.key(key).elementIndex.flatMap { element(of: node, at: $0) }
        default: nil
        }
    }

    @inline(__always)
    private func value(of object: Int, key: String) -> Int? {
        // This call keeps the document alive; a closure that captured it would retain and release it, for 2 % more
        // instructions.
        let document = Unmanaged.passUnretained(self)
        return JSONKey.withWanted(key) { wanted in
            document._withUnsafeGuaranteedRef { $0.firstKey(of: object, wanted).map { $0 + 1 } }
        }
    }

    /// Returns the element of an array at an index. The shortcut of a large array leaves few elements to walk past.
    func element(of node: Int, at index: Int) -> Int? {
        guard word(node).kind == .array, index >= 0 else { return nil }
        let end = end(of: node)
        // If all elements are scalars, each is one word.
        if end - node - 2 == word(node).length { return index < end - node - 2 ? node + 2 + index : nil }
        var child = node + 2
        var left = index
        if index >= JSONShortcut.stride, let places = shortcuts[node]?.places {
            guard index / JSONShortcut.stride < places.count else { return nil }
            child = Int(places[index / JSONShortcut.stride])
            left = index % JSONShortcut.stride
        }
        while left > 0, child < end {
            child = next(after: child)
            left -= 1
        }
        return child < end ? child : nil
    }

    /// Returns the elements of an array; nil if the node isn't an array.
    func elements(of node: Int) -> [Int]? {
        guard word(node).kind == .array else { return nil }
        var elements: [Int] = []
        elements.reserveCapacity(word(node).length)
        var child = node + 2
        while child < end(of: node) {
            elements.append(child)
            child = next(after: child)
        }
        return elements
    }

    /// Returns the first node of each key of an object, in the order of the document.
    func keyNodes(of node: Int) -> [Int] {
        let end = end(of: node)
        var keys: [Int] = []
        keys.reserveCapacity(word(node).length)
        let isLarge = word(node).length > JSONShortcut.threshold
        var key = node + 2
        while key < end {
            let isFirst = JSONKey.withText(of: word(key), in: text) { wanted in
                isLarge ? firstKey(of: node, wanted) == key : firstKey(from: node + 2, to: key, wanted) == nil
            }
            if isFirst { keys.append(key) }
            key = next(after: key + 1)
        }
        return keys
    }

    /// Returns the keys of an object, each once; nil if the node isn't an object.
    func keys(of node: Int) -> [String]? {
        guard word(node).kind == .object else { return nil }
        return keyNodes(of: node).map { string(at: $0) ?? "" }
    }

    /// Returns the first key of an object that has the given text.
    @inline(__always)
    func firstKey(of node: Int, _ wanted: JSONKey.Wanted) -> Int? {
        if let shortcut = shortcut(of: node) { return shortcut.key(wanted, in: self) }
        return firstKey(from: node + 2, to: end(of: node), wanted)
    }

    /// Returns the first key in a range of an object's keys that has the given text. Linear in their number.
    func firstKey(from start: Int, to end: Int, _ wanted: JSONKey.Wanted) -> Int? {
        var key = start
        while key < end {
            if wanted.isEqual(word(key), in: text) { return key }
            key = next(after: key + 1)
        }
        return nil
    }

    @inline(__always) func shortcut(of node: Int) -> JSONShortcut? {
        word(node).length > JSONShortcut.threshold ? shortcuts[node] : nil
    }
}
