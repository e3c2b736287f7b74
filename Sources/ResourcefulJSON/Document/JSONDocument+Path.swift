extension JSONDocument {
    /// Returns the path from one node down to another that is in it. Creates strings only for the keys of the path.
    ///
    /// Linear, in each container on the path, in the number of children before the node; in a large container, which
    /// has a shortcut, logarithmic in its size.
    func path(from root: Int, to node: Int) -> [JSONPath.Component] {
        var components: [JSONPath.Component] = []
        walk(from: root, to: node) { isKey, child, index in
            components.append(isKey ? .key(string(at: child) ?? "") : .index(index))
        }
        return components
    }

    /// Walks from one node down to another that is in it. Calls `step` for each child on the path with whether it has a
    /// key, the node of the key, or of the child if there is no key, and the child's index.
    @inline(__always)
    func walk(from root: Int, to node: Int, _ step: (_ isKey: Bool, _ child: Int, _ index: Int) -> Void) {
        var container = root
        while container != node, word(container).isContainer {
            let isObject = word(container).kind == .object
            var (child, index) = beginning(of: container, before: node)
            while true {
                let value = isObject ? child + 1 : child
                let next = next(after: value)
                if node < next || next >= end(of: container) {
                    step(isObject, child, index)
                    container = value
                    break
                }
                child = next
                index += 1
            }
        }
    }

    /// Returns a child of a container, at or before the one with the node, and its index. In a large container it is
    /// close.
    private func beginning(of container: Int, before node: Int) -> (child: Int, index: Int) {
        let first = first(in: container)
        let end = end(of: container)
        let word = word(container)
        // If all elements are scalars, each is one word.
        if word.kind == .array, word.length < JSONWord.longest, end - first == word.length {
            return (node, node - first)
        }
        guard word.length > JSONShortcut.threshold, let places = shortcuts[container]?.places, !places.isEmpty else {
            return (first, 0)
        }
        var (low, high) = (0, places.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if Int(places[middle]) <= node { low = middle } else { high = middle }
        }
        return (Int(places[low]), low * JSONShortcut.stride)
    }
}
