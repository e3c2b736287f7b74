/// The members of an object by the names that its keys are given.
///
/// Most objects of a document look like the one before, so the names are made once for as long as the keys are the
/// same, and a member is looked for behind the one before.
struct JSONRenamedMembers {
    /// The object that was looked at.
    private(set) var object = -1
    private var shape = Shape()
    private var values: [Int] = []

    /// The keys of some object, and what they are called.
    private struct Shape {
        var keys: [UnsafeRawBufferPointer] = []
        var names: [String] = []
        /// The first member of each name, when there are many.
        var places: [String: Int] = [:]
    }

    /// The value of the first member that is called so.
    func value(called name: String) -> Int? { place(of: name).map { values[$0] } }

    /// The names, in the order of the document, each once.
    var names: [String] {
        shape.names.indices.filter { place(of: shape.names[$0]) == $0 }.map { shape.names[$0] }
    }

    /// The first member that is called so. Of few names each is looked at, which takes less time than a table.
    private func place(of name: String) -> Int? {
        shape.names.count > Self.few ? shape.places[name] : shape.names.firstIndex(of: name)
    }

    private static let few = 12

    /// Looks at an object.
    ///
    /// - Parameter rename: What a key is called; nil keeps the names as long as the keys are the same.
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
                    && JSONKey.isEqual(document.content(of: key), shape.keys[place])
            }
            values.append(key + 1)
            key = document.next(after: key + 1)
        }
        if isSame, values.count == shape.keys.count, values.count == shape.names.count { return }
        shape.keys.removeAll(keepingCapacity: true)
        shape.names.removeAll(keepingCapacity: true)
        for value in values {
            shape.names.append(rename(document.string(at: value - 1) ?? ""))
            // With a key that is spelled with escapes, nothing is compared.
            if keeps, document.word(value - 1).isPlainString { shape.keys.append(document.content(of: value - 1)) }
        }
        guard values.count > Self.few else { return }
        shape.places = Dictionary(zip(shape.names, shape.names.indices), uniquingKeysWith: { first, _ in first })
    }
}
