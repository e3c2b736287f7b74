/// Where the items of a query are gathered while a value encodes itself.
final class QuerySink {
    /// Where a value of the query goes.
    enum Place {
        /// The query as a whole: only what has keys can stand here.
        case whole
        /// An item of a name.
        case item(String)
        /// A part of the one item that an array is.
        case part(Joined)
    }

    /// An array whose elements are joined in one item: its name, and the place of the item once there is one.
    final class Joined {
        let name: String
        var index: Int?

        init(name: String) { self.name = name }
    }

    let encoding: Query.Encoding
    private(set) var items: [Query.Item] = []
    /// The first failure that could not be thrown where it was found.
    private(set) var failure: EncodingError?

    init(_ encoding: Query.Encoding) { self.encoding = encoding }

    /// Writes a value; nil for one that is not there.
    func write(_ text: String?, at place: Place, path: [any CodingKey]) {
        guard let text = text ?? (encoding.absences == .empty ? "" : nil) else { return }
        switch place {
        case .whole: fail("a query is made of names and values, and this is a single value", path)
        case .item(let name): items.append(Query.Item(name, text))
        case .part(let joined):
            if let index = joined.index {
                items[index].parts?.append(text)
            } else {
                joined.index = items.endIndex
                items.append(Query.Item(joined.name, joining: [text]))
            }
        }
    }

    /// The place of a key inside a place.
    func place(of key: any CodingKey, in place: Place, path: [any CodingKey]) -> Place {
        switch place {
        case .whole: return .item(key.stringValue)
        case .item(let name):
            return .item(encoding.nesting == .dots ? "\(name).\(key.stringValue)" : "\(name)[\(key.stringValue)]")
        case .part:
            fail("what has names can't be joined by commas", path)
            return place
        }
    }

    /// The place of the elements of an array that begins at a place.
    func array(at place: Place, path: [any CodingKey]) -> Place {
        switch place {
        case .whole: fail("a query is made of names and values, and this is an array", path)
        case .part: fail("an array in another can't be joined by commas", path)
        case .item(let name): if encoding.arrays == .commas { return .part(Joined(name: name)) }
        }
        return place
    }

    /// The place of an element of an array.
    func place(ofElement index: Int, in place: Place) -> Place {
        guard case .item(let name) = place else { return place }
        return switch encoding.arrays {
        case .repeated, .commas: place
        case .brackets: .item("\(name)[]")
        case .indexed: .item("\(name)[\(index)]")
        }
    }

    private func fail(_ message: String, _ path: [any CodingKey]) {
        failure = failure ?? .invalidValue("", EncodingError.Context(codingPath: path, debugDescription: message))
    }
}
