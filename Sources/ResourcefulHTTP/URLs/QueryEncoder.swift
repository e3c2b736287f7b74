/// An encoder that adds items to a query while a value encodes itself.
struct QueryEncoder: Encoder, SingleValueEncodingContainer {
    let sink: QuerySink
    let place: QuerySink.Place
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(QueryKeyedContainer(encoder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        QueryUnkeyedContainer(encoder: inside(sink.array(at: place, path: codingPath)))
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    func encodeNil() { writeNil() }

    func encode(_ value: some Encodable) throws { try write(value) }

    /// Returns the encoder of the value for a key.
    func inside(_ key: any CodingKey) -> QueryEncoder {
        let path = codingPath + [key]
        return QueryEncoder(sink: sink, place: sink.place(of: key, in: place, path: path), codingPath: path)
    }

    /// Returns the encoder of an element of the current array.
    func inside(element index: Int) -> QueryEncoder {
        QueryEncoder(
            sink: sink, place: sink.place(ofElement: index, in: place),
            codingPath: codingPath + [QueryKey(intValue: index)])
    }

    /// Writes an absent value. Does nothing if the whole query is nil.
    func writeNil() {
        if case .whole = place { return }
        sink.write(nil, at: place, path: codingPath)
    }

    /// Writes a value: directly if it has a text, otherwise by encoding it.
    func write(_ value: some Encodable) throws {
        if let text = try text(of: value) {
            sink.write(text, at: place, path: codingPath)
        } else if let dictionary = value as? any SortableByKey {
            for (key, value) in dictionary.sortedByKey { try inside(key).write(value) }
        } else {
            try value.encode(to: self)
        }
    }

    private func text(of value: some Encodable) throws -> String? {
        switch value {
        case let text as String: text
        case let bool as Bool:
            sink.encoding.booleans == .words ? "\(bool)" : bool ? "1" : "0"
        case let integer as any BinaryInteger: "\(integer)"
        case let number as Double: try finite(number)
        case let number as Float: try finite(number)
        case let date as Date: try sink.encoding.dates.text(date)
        case let url as URL: url.absoluteString
        case let data as Data: data.base64EncodedString()
        case let decimal as Decimal: "\(decimal)"
        default: nil
        }
    }

    private func finite(_ number: some BinaryFloatingPoint & LosslessStringConvertible) throws -> String {
        guard number.isFinite else {
            throw EncodingError.invalidValue(
                number, EncodingError.Context(codingPath: codingPath, debugDescription: "\(number) is not finite"))
        }
        return QueryText.of(number)
    }

    private func inside(_ place: QuerySink.Place) -> QueryEncoder {
        QueryEncoder(sink: sink, place: place, codingPath: codingPath)
    }
}

/// The key of an array element, or of `super`.
struct QueryKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(intValue: Int) {
        self.intValue = intValue
        // Spelled like the standard library's, so that it isn't mistaken for a key of digits.
        stringValue = "Index \(intValue)"
    }

    init(stringValue: String) {
        intValue = nil
        self.stringValue = stringValue
    }
}

/// A dictionary whose entries can be sorted by key, since their own order differs in every run of the program.
private protocol SortableByKey {
    var sortedByKey: [(any CodingKey, any Encodable)] { get }
}

extension Dictionary: SortableByKey where Key: CodingKeyRepresentable, Value: Encodable {
    var sortedByKey: [(any CodingKey, any Encodable)] {
        map { (key: $0.codingKey, value: $1) }.sorted { left, right in
            if let left = left.key.intValue, let right = right.key.intValue { return left < right }
            return left.key.stringValue < right.key.stringValue
        }
        .map { ($0.key, $0.value) }
    }
}
