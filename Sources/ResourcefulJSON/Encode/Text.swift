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

        private static let longestCopy = 4_096

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

        /// Calls a function with the end of the text, where it writes bytes and returns their number.
        @inline(__always)
        mutating func write(atMost most: Int, _ body: (UnsafeMutableRawPointer) -> Int) {
            reserve(most)
            count += body(base + count)
        }

        @inline(__always)
        mutating func append(_ byte: UInt8) {
            reserve(1)
            base.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
            count += 1
        }

        /// Appends the lowest bytes of a word. It writes all eight of them, of which later bytes overwrite the others.
        @inline(__always)
        mutating func append(_ word: UInt64, _ length: Int) {
            reserve(8)
            base.storeBytes(of: word.littleEndian, toByteOffset: count, as: UInt64.self)
            count += length
        }

        /// Appends a key in quotes. It writes three words, as `append(_:_:)` does one.
        @inline(__always)
        mutating func append(_ name: KeyName) {
            reserve(24)
            base.storeBytes(of: name.words.0.littleEndian, toByteOffset: count, as: UInt64.self)
            base.storeBytes(of: name.words.1.littleEndian, toByteOffset: count + 8, as: UInt64.self)
            base.storeBytes(of: name.words.2.littleEndian, toByteOffset: count + 16, as: UInt64.self)
            count += name.length + 2
        }

        mutating func append(_ bool: Bool) {
            // The bytes of "true" and "false", the first of which is the lowest.
            if bool { append(0x6575_7274, 4) } else { append(0x65_736C_6166, 5) }
        }

        mutating func appendNull() { append(0x6C6C_756E, 4) }

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

        /// Appends decimal digits, two at a time from the last.
        mutating func appendDigits(of number: UInt64) {
            let digits = Self.digitCount(of: number)
            reserve(digits)
            var (rest, place) = (number, count + digits)
            while rest >= 10 {
                let (next, pair) = rest.quotientAndRemainder(dividingBy: 100)
                let (tens, ones) = pair.quotientAndRemainder(dividingBy: 10)
                place -= 2
                let bytes = UInt16(truncatingIfNeeded: 0x3030 + tens + ones << 8)
                base.storeBytes(of: bytes.littleEndian, toByteOffset: place, as: UInt16.self)
                rest = next
            }
            // One digit is left if their number is odd.
            if place > count {
                base.storeBytes(of: UInt8(truncatingIfNeeded: 0x30 + rest), toByteOffset: count, as: UInt8.self)
            }
            count += digits
        }

        /// Returns the number of decimal digits.
        private static func digitCount(of number: UInt64) -> Int {
            var (digits, rest) = (1, number)
            while rest >= 10_000 {
                digits += 4
                rest /= 10_000
            }
            return digits + (rest >= 10 ? 1 : 0) + (rest >= 100 ? 1 : 0) + (rest >= 1_000 ? 1 : 0)
        }

        mutating func appendLine(indentedBy levels: Int) {
            append(UInt8(ascii: "\n"))
            for _ in 0..<levels { append(ascii: "  ") }
        }

        mutating func replaceByte(at index: Int, by byte: UInt8) {
            precondition(index >= 0 && index < count)
            base.storeBytes(of: byte, toByteOffset: index, as: UInt8.self)
        }

        mutating func truncate(to length: Int) { count = min(count, length) }

        /// Returns the text, a long one without copying it. The text is empty then.
        mutating func take() -> Data {
            guard count > Self.longestCopy else { return Data(bytes) }
            let data = Data(bytesNoCopy: base, count: count, deallocator: .custom { base, _ in base.deallocate() })
            base = .allocate(byteCount: 8, alignment: 8)
            (capacity, count) = (8, 0)
            return data
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

        /// Copies a range of the text over another one of the same length, which may overlap it.
        mutating func move(_ range: Range<Int>, to place: Int) {
            precondition(range.lowerBound >= 0 && range.upperBound <= count)
            precondition(place >= 0 && place <= count - range.count)
            (base + place).copyMemory(from: base + range.lowerBound, byteCount: range.count)
        }
    }
}
