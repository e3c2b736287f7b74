extension JSON.Encoder {
    /// The output so far: a growing buffer of bytes.
    ///
    /// All pointers are in this type, and every write follows a call to `reserve`, which ensures the capacity. An
    /// `Array` would check for uniqueness with every byte.
    struct Text: ~Copyable {
        private var base: UnsafeMutableRawPointer
        private var capacity: Int
        private(set) var count = 0
        let escapesSlashes: Bool

        init(escapesSlashes: Bool, capacity: Int = 1_024) {
            self.escapesSlashes = escapesSlashes
            self.capacity = capacity
            base = .allocate(byteCount: capacity, alignment: 8)
        }

        deinit { base.deallocate() }

        var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: count) }

        /// Ensures the capacity for a number of additional bytes.
        @inline(__always)
        mutating func reserve(_ more: Int) {
            if capacity - count < more { grow(by: more) }
        }

        @inline(never)
        private mutating func grow(by more: Int) {
            capacity = max(2 * capacity, count + more)
            let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 8)
            larger.copyMemory(from: base, byteCount: count)
            base.deallocate()
            base = larger
        }

        @inline(__always)
        mutating func append(_ byte: UInt8) {
            reserve(1)
            base.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
            count += 1
        }

        @inline(__always)
        mutating func append(_ more: UnsafeRawBufferPointer) {
            guard let start = more.baseAddress else { return }
            reserve(more.count)
            (base + count).copyMemory(from: start, byteCount: more.count)
            count += more.count
        }

        mutating func append(ascii word: StaticString) {
            append(UnsafeRawBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
        }

        mutating func append(plain text: String) {
            var text = text
            text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
        }

        mutating func appendLine(indentedBy levels: Int) {
            append(UInt8(ascii: "\n"))
            for _ in 0..<levels { append(ascii: "  ") }
        }

        mutating func truncate(to length: Int) { count = min(count, length) }

        /// Returns the first eight bytes from an index on as a number that sorts in the same order, padded with zeros.
        func prefix(at start: Int, count length: Int) -> UInt64 {
            var word: UInt64 = 0
            for index in 0..<8 {
                word <<= 8
                if index < length, start + index < count { word |= UInt64(bytes[start + index]) }
            }
            return word
        }

        /// Inserts bytes.
        mutating func insert(_ more: UnsafeRawBufferPointer, at position: Int) {
            let tail = Array(bytes[position...])
            truncate(to: position)
            append(more)
            tail.withUnsafeBytes { append($0) }
        }

        /// Appends a copy of a range of the text.
        mutating func repeatRange(_ range: Range<Int>) {
            precondition(range.lowerBound >= 0 && range.upperBound <= count)
            reserve(range.count)
            (base + count).copyMemory(from: base + range.lowerBound, byteCount: range.count)
            count += range.count
        }

        /// Removes a range of the text.
        mutating func remove(_ range: Range<Int>) {
            precondition(range.lowerBound >= 0 && range.upperBound <= count)
            (base + range.lowerBound).copyMemory(from: base + range.upperBound, byteCount: count - range.upperBound)
            count -= range.count
        }
    }
}
