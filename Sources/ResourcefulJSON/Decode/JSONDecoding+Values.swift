// Values of the standard library and Foundation.
extension JSONDecoding {
    @inline(__always)
    func string(at node: Int, _ key: some CodingKey = JSONNoKey()) throws -> String {
        guard node < Self.firstAbsent, let string = document.string(at: node) else {
            throw mismatch(String.self, at: node, key)
        }
        return string
    }

    @inline(__always)
    func bool(at node: Int, _ key: some CodingKey = JSONNoKey()) throws -> Bool {
        switch word(node).kind {
        case .true: return true
        case .false: return false
        // For a null, JSONDecoder throws the same error here.
        default: throw mismatch(Bool.self, at: node, key, isNullMissing: false)
        }
    }

    @inline(__always)
    func integer<Value: FixedWidthInteger>(
        _ type: Value.Type = Value.self, at node: Int, _ key: some CodingKey = JSONNoKey()
    ) throws -> Value {
        guard word(node).kind.isNumber else { throw mismatch(type, at: node, key) }
        guard let value = document.integer(at: node, as: type) else { throw misfit(type, at: node, key) }
        return value
    }

    @inline(__always)
    func double(at node: Int, _ key: some CodingKey = JSONNoKey()) throws -> Double {
        try number(at: node, key, JSONNumber.double)
    }

    @inline(__always)
    func float(at node: Int, _ key: some CodingKey = JSONNoKey()) throws -> Float {
        try number(at: node, key, JSONNumber.float)
    }

    @inline(__always)
    private func number<Value: BinaryFloatingPoint>(
        at node: Int, _ key: some CodingKey, _ read: (NumberText) -> Value
    ) throws -> Value {
        guard word(node).kind.isNumber else { return try nonFinite(at: node, key) }
        let text = document.number(at: node)
        let value = read(text)
        guard value.isFinite, value != 0 || JSONNumber.isZero(text) else { throw misfit(Value.self, at: node, key) }
        return value
    }

    /// Returns infinity or NaN if a string represents it.
    private func nonFinite<Value: BinaryFloatingPoint>(at node: Int, _ key: some CodingKey) throws -> Value {
        if case .convertFromString(let positive, let negative, let nan) = options.nonFiniteNumbers,
            word(node).kind == .string, let string = document.string(at: node)
        {
            if string.utf8.elementsEqual(positive.utf8) { return .infinity }
            if string.utf8.elementsEqual(negative.utf8) { return -.infinity }
            if string.utf8.elementsEqual(nan.utf8) { return .nan }
        }
        throw mismatch(Value.self, at: node, key)
    }

    /// Returns a value of any type: directly for types with a representation in JSON, and otherwise by its initializer.
    /// It isn't inlined: generic callers would have a copy each.
    @inline(never)
    func value<Value: Decodable>(
        _ type: Value.Type, at node: Int, depth: Int = 0, _ key: some CodingKey = JSONNoKey()
    ) throws -> Value {
        if type == String.self { return same(try string(at: node, key), type) }
        if type == Int.self { return same(try integer(Int.self, at: node, key), type) }
        if type == Double.self { return same(try double(at: node, key), type) }
        if type == Date.self { return same(try date(at: node, depth: depth, key), type) }
        if type == URL.self { return same(try url(at: node, key), type) }
        if type == Data.self { return same(try data(at: node, depth: depth, key), type) }
        if type == Decimal.self { return same(try decimal(at: node, key), type) }
        // Arrays and dictionaries have the size of one word, as few other types do.
        if MemoryLayout<Value>.size == MemoryLayout<Int>.size, word(node).isContainer {
            if word(node).kind == .array {
                if type == [Int].self { return same(try array(at: node) { try integer(at: $0) as Int }, type) }
                if type == [Double].self { return same(try array(at: node) { try double(at: $0) }, type) }
                if type == [String].self { return same(try array(at: node) { try string(at: $0) }, type) }
                if type == [Bool].self { return same(try array(at: node) { try bool(at: $0) }, type) }
            }
            if let direct = direct(type), direct.kind == word(node).kind {
                return try value(type, of: direct, at: node, depth: depth)
            }
        }
        return try type.init(from: JSONValueDecoder(decoding: self, node: node, depth: depth))
    }

    @inline(__always)
    private func array<Element>(at node: Int, _ element: (Int) throws -> Element) throws -> [Element] {
        var elements: [Element] = []
        elements.reserveCapacity(document.word(node).length)
        var child = document.first(in: node)
        let end = document.end(of: node)
        while child < end {
            elements.append(try element(child))
            child = document.next(after: child)
        }
        return elements
    }

    private func date(at node: Int, depth: Int, _ key: some CodingKey) throws -> Date {
        if word(node).isNull { throw mismatch(Date.self, at: node, key) }
        switch options.dates {
        case .deferredToDate: return Date(timeIntervalSinceReferenceDate: try seconds(at: node, key))
        case .secondsSince1970: return Date(timeIntervalSince1970: try seconds(at: node, key))
        case .millisecondsSince1970: return Date(timeIntervalSince1970: try seconds(at: node, key) / 1000)
        case .iso8601:
            let string = try string(at: node, key)
            if let date = JSONDate.date(document.content(of: node)) { return date }
            let parse = { try? Date.ISO8601FormatStyle(includingFractionalSeconds: $0).parse(string) }
            guard !JSONDate.isUnreal(document.content(of: node)), let date = parse(false) ?? parse(true) else {
                throw corrupted("Expected date string to be ISO8601-formatted.", at: node, key)
            }
            return date
        case .custom(let read): return try read(JSONValueDecoder(decoding: self, node: node, depth: depth))
        }
    }

    /// Returns the number of a date. The error for a string says how to read it.
    private func seconds(at node: Int, _ key: some CodingKey) throws -> Double {
        do {
            return try double(at: node, key)
        } catch DecodingError.typeMismatch(let type, let context) where word(node).kind.isString {
            let hint = "the decoder reads dates as numbers; JSON.Decoder(dates: .iso8601) reads text"
            throw DecodingError.typeMismatch(type, .init(codingPath: context.codingPath, debugDescription: hint))
        }
    }

    private func data(at node: Int, depth: Int, _ key: some CodingKey) throws -> Data {
        if word(node).isNull { throw mismatch(Data.self, at: node, key) }
        switch options.data {
        case .deferredToData: return try Data(from: JSONValueDecoder(decoding: self, node: node, depth: depth))
        case .base64:
            guard let data = Data(base64Encoded: try string(at: node, key)) else {
                throw corrupted("Encountered Data is not valid Base64.", at: node, key)
            }
            return data
        case .custom(let read): return try read(JSONValueDecoder(decoding: self, node: node, depth: depth))
        }
    }

    private func url(at node: Int, _ key: some CodingKey) throws -> URL {
        if word(node).isNull { throw mismatch(URL.self, at: node, key) }
        guard let url = URL(text: try string(at: node, key)) else {
            throw corrupted("Invalid URL string.", at: node, key)
        }
        return url
    }

    private func decimal(at node: Int, _ key: some CodingKey) throws -> Decimal {
        guard word(node).kind.isNumber else { throw mismatch(Decimal.self, at: node, key) }
        guard let decimal = document.decimal(at: node) else { throw misfit(Decimal.self, at: node, key) }
        return decimal
    }
}
