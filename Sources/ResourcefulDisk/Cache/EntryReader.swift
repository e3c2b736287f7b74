/// Reads the bytes of an entry from an offset. It never reads past their end, whatever they contain.
struct EntryReader {
    private let file: FileBytes
    private var place: Int

    /// Creates a reader at an offset, which isn't past the end.
    init(_ file: FileBytes, at place: Int) {
        self.file = file
        self.place = place
    }

    /// Whether everything is read.
    var isAtEnd: Bool { place == file.bytes.count }

    private mutating func next(_ count: Int) throws(Damage) -> UnsafeRawBufferPointer {
        guard count >= 0, count <= file.bytes.count - place else { throw Damage() }
        defer { place += count }
        return UnsafeRawBufferPointer(rebasing: file.bytes[place..<place + count])
    }

    private mutating func number<Number: FixedWidthInteger>(_ type: Number.Type) throws(Damage) -> Number {
        Number(littleEndian: try next(MemoryLayout<Number>.size).loadUnaligned(as: type))
    }

    private mutating func textBytes() throws(Damage) -> UnsafeRawBufferPointer {
        try next(Int(try number(UInt32.self)))
    }

    /// Reads a count of items that take at least the given number of bytes each.
    mutating func count(ofAtLeast size: Int) throws(Damage) -> Int {
        let count = Int(try number(UInt32.self))
        guard count <= (file.bytes.count - place) / size else { throw Damage() }
        return count
    }

    /// Reads a text.
    mutating func text() throws(Damage) -> String { String(decoding: try textBytes(), as: UTF8.self) }

    /// Reads a text. Returns whether it equals the given one.
    mutating func isNext(_ text: String) throws(Damage) -> Bool {
        let bytes = try textBytes()
        var text = text
        return text.withUTF8 { $0.count == bytes.count && bytes.elementsEqual(UnsafeRawBufferPointer($0)) }
    }

    /// Reads a time.
    mutating func date() throws(Damage) -> Date {
        let seconds = Double(bitPattern: try number(UInt64.self))
        guard seconds.isFinite else { throw Damage() }
        return Date(timeIntervalSinceReferenceDate: seconds)
    }

    /// Reads fields.
    mutating func fields() throws(Damage) -> HeaderFields {
        let count = try count(ofAtLeast: 8)
        var fields = HeaderFields()
        fields.reserveCapacity(count)
        for _ in 0..<count {
            guard let name = HeaderFields.Name(try textBytes()),
                let field = try? HeaderFields.Field(name, try text())
            else { throw Damage() }
            fields.append(field)
        }
        return fields
    }

    /// Reads a response.
    mutating func response() throws(Damage) -> StoredResponse {
        guard let method = Request.Method(rawValue: try text()) else { throw Damage() }
        let selecting = try fields()
        guard let status = Response.Status(Int(try number(UInt32.self))) else { throw Damage() }
        let (url, fields) = (try url(), try fields())
        let (requested, received) = (try date(), try date())
        let response = Response(status: status, headerFields: fields, body: try body(), url: url)
        return StoredResponse(
            method: method, selecting: selecting, response: response, requested: requested, received: received)
    }

    private mutating func url() throws(Damage) -> URL? {
        let text = try text()
        guard !text.isEmpty else { return nil }
        guard let url = URL(string: text) else { throw Damage() }
        return url
    }

    /// Reads a body. A large one shares its memory with the file.
    private mutating func body() throws(Damage) -> Data {
        guard let count = Int(exactly: try number(UInt64.self)) else { throw Damage() }
        let bytes = try next(count)
        guard count > 1_024, let start = UnsafeMutableRawPointer(mutating: bytes.baseAddress) else {
            return Data(bytes)
        }
        // Not a slice of a Data, whose first index would not be 0.
        let file = file
        return Data(bytesNoCopy: start, count: count, deallocator: .custom { _, _ in withExtendedLifetime(file) {} })
    }
}
