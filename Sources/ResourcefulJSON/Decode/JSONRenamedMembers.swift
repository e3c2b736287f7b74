/// The members of an object by their renamed keys.
///
/// Most objects of a document have the same keys as the one before, so the names are reused while the keys don't
/// change.
struct JSONRenamedMembers {
    /// The last object that was read.
    private(set) var object = -1
    private var shape = Shape()
    private var values: [Int] = []

    /// The keys of an object, and their names.
    private struct Shape {
        var keys: [UnsafeRawBufferPointer] = []
        var names: [String] = []
        /// The index of the first member of each name, if there are many.
        var places: [String: Int] = [:]
    }

    /// Returns the value of the first member with a name.
    func value(called name: String) -> Int? { place(of: name).map { values[$0] } }

    /// The names, each once, in the order of the document.
    var names: [String] {
        shape.names.indices.filter { place(of: shape.names[$0]) == $0 }.map { shape.names[$0] }
    }

    /// Returns the index of the first member with a name. With few names, a linear search is faster than a table.
    private func place(of name: String) -> Int? {
        shape.names.count > Self.few ? shape.places[name] : shape.names.firstIndex(of: name)
    }

    private static let few = 12

    /// Reads the members of an object.
    ///
    /// - Parameters:
    ///   - rename: The function that returns the name of a key.
    ///   - keeps: Whether the names are reused while the keys don't change.
    mutating func look(at object: Int, of document: JSONDocument, _ rename: (String) -> String, keeps: Bool) {
        self.object = object
        values.removeAll(keepingCapacity: true)
        var isSame = keeps
        let end = document.end(of: object)
        var key = document.first(in: object)
        while key < end {
            let word = document.word(key)
            if isSame {
                let place = values.count
                isSame =
                    place < shape.keys.count && word.isPlainString
                    && word.length == shape.keys[place].count
                    && JSONKey.isEqual(document.text, at: word.offset, to: shape.keys[place])
            }
            values.append(key + 1)
            key = document.next(after: key + 1)
        }
        if isSame, values.count == shape.keys.count, values.count == shape.names.count { return }
        shape.keys.removeAll(keepingCapacity: true)
        shape.names.removeAll(keepingCapacity: true)
        for value in values {
            shape.names.append(rename(document.string(at: value - 1) ?? ""))
            // A key with escapes has no stored bytes, so the next object isn't compared.
            if keeps, document.word(value - 1).isPlainString { shape.keys.append(document.content(of: value - 1)) }
        }
        guard values.count > Self.few else { return }
        shape.places = Dictionary(zip(shape.names, shape.names.indices), uniquingKeysWith: { first, _ in first })
    }
}
