/// A collector of query items while a value encodes itself.
final class QuerySink {
    /// The destination of a value in the query.
    enum Place {
        /// The query as a whole, which can only be a keyed value.
        case whole
        /// An item with a name.
        case item(String)
        /// A part of the single item that an array is joined into.
        case part(Joined)
    }

    /// An array whose elements are joined in one item: its name, and the index of the item once it exists.
    final class Joined {
        let name: String
        var index: Int?

        init(name: String) { self.name = name }
    }

    let encoding: Query.Encoding
    private(set) var items: [Query.Item] = []
    /// The first failure that couldn't be thrown where it occurred.
    private(set) var failure: EncodingError?

    init(_ encoding: Query.Encoding) { self.encoding = encoding }

    /// Writes a value; nil is an absent value.
    func write(_ text: String?, at place: Place, path: [any CodingKey]) {
        guard let text = text ?? (encoding.absences == .empty ? "" : nil) else { return }
        switch place {
        case .whole: fail("a query consists of names and values, but this is a single value", path)
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

    /// Returns the place of a key inside a place.
    func place(of key: any CodingKey, in place: Place, path: [any CodingKey]) -> Place {
        switch place {
        case .whole: return .item(key.stringValue)
        case .item(let name):
            return .item(encoding.nesting == .dots ? "\(name).\(key.stringValue)" : "\(name)[\(key.stringValue)]")
        case .part:
            fail("a value with names can't be joined by commas", path)
            return place
        }
    }

    /// Returns the place for the elements of an array that begins at a place.
    func array(at place: Place, path: [any CodingKey]) -> Place {
        switch place {
        case .whole: fail("a query consists of names and values, but this is an array", path)
        case .part: fail("a nested array can't be joined by commas", path)
        case .item(let name): if encoding.arrays == .commas { return .part(Joined(name: name)) }
        }
        return place
    }

    /// Returns the place of an array element.
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
