/// A search for bytes that compares 32 at a time, then eight.
package enum ByteSearch {
    /// Returns the index of the first occurrence of a byte at or after `start`; the end of the bytes if there is none.
    package static func firstIndex(of byte: UInt8, in bytes: UnsafeRawBufferPointer, from start: Int = 0) -> Int {
        firstIndex(of: byte, or: byte, in: bytes, from: start)
    }

    /// Returns the index of the first occurrence of either byte at or after `start`; the end of the bytes if there is
    /// none.
    @inline(__always)
    package static func firstIndex(
        of one: UInt8, or other: UInt8, in bytes: UnsafeRawBufferPointer, from start: Int
    ) -> Int {
        var index = start
        while index <= bytes.count - 32, SixteenBytes.are32(bytes, at: index, neither: one, nor: other) { index += 32 }
        let (ones, others) = (UInt64(one) &* everyByte, UInt64(other) &* everyByte)
        while index <= bytes.count - 8 {
            let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
            let found = zeros(in: word ^ ones) | zeros(in: word ^ others)
            if found != 0 { return index + found.trailingZeroBitCount / 8 }
            index += 8
        }
        while index < bytes.count, bytes[index] != one, bytes[index] != other { index += 1 }
        return index
    }

    /// Returns the number of occurrences of a byte.
    package static func count(of byte: UInt8, in bytes: UnsafeRawBufferPointer) -> Int {
        let (wanted, one) = (SIMD16<UInt8>(repeating: byte), SIMD16<UInt8>(repeating: 1))
        var (count, index) = (0, 0)
        while index <= bytes.count - 16 {
            // In a byte for each sixteenth byte, and no more often than a byte can count.
            var counts = SIMD16<UInt8>(repeating: 0)
            let last = min(bytes.count - 16, index + 254 * 16)
            while index <= last {
                let some = bytes.loadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self)
                counts = counts &+ one.replacing(with: 0, where: some .!= wanted)
                index += 16
            }
            count += (0..<16).reduce(0) { $0 + Int(counts[$1]) }
        }
        return bytes[index...].reduce(count) { $0 + ($1 == byte ? 1 : 0) }
    }

    /// Returns the index of the first occurrence of a byte sequence at or after `start`; nil if there is none.
    /// Quadratic only in bytes that repeat the beginning of the sequence.
    package static func place(of wanted: [UInt8], in bytes: [UInt8], from start: Int = 0) -> Int? {
        guard let first = wanted.first else { return nil }
        return bytes.withUnsafeBytes { bytes in
            var place = firstIndex(of: first, in: bytes, from: start)
            while place + wanted.count <= bytes.count {
                if UnsafeRawBufferPointer(rebasing: bytes[place...]).starts(with: wanted) { return place }
                place = firstIndex(of: first, in: bytes, from: place + 1)
            }
            return nil
        }
    }

    private static var everyByte: UInt64 { 0x0101_0101_0101_0101 }

    /// Returns a word with the high bit of each zero byte set. Bits above the lowest of them may be wrong.
    @inline(__always)
    private static func zeros(in word: UInt64) -> UInt64 { (word &- everyByte) & ~word & (everyByte << 7) }
}

/// The whitespace of JSON (RFC 8259, section 2).
package enum JSONSpace {
    /// Whether a byte is a space, a tab, or part of a line break.
    @inline(__always)
    package static func contains(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    }
}

extension Data {
    /// Whether the data is empty or only JSON whitespace.
    package var isBlank: Bool { allSatisfy(JSONSpace.contains) }
}

/// The letters of ASCII, for keys whose case is converted: converting characters takes ten times as long.
enum ASCIIKey {
    /// Returns what a function makes of a key: it writes at most as many bytes, and two for each letter in upper case,
    /// and returns their number. Nil for a key that isn't printable ASCII.
    static func converted(
        _ key: String, _ write: (UnsafeBufferPointer<UInt8>, UnsafeMutableBufferPointer<UInt8>) -> Int
    ) -> String? {
        var key = key
        return key.withUTF8 { key in
            guard key.allSatisfy({ $0 >= 0x20 && $0 < 0x80 }) else { return nil }
            return String(unsafeUninitializedCapacity: key.count + 2 * key.count(where: isUppercase)) { write(key, $0) }
        }
    }

    @inline(__always) static func isUppercase(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "A") < 26 }
    @inline(__always) static func isLowercase(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "a") < 26 }
    @inline(__always) static func lowercased(_ byte: UInt8) -> UInt8 { isUppercase(byte) ? byte | 0x20 : byte }
    @inline(__always) static func uppercased(_ byte: UInt8) -> UInt8 { isLowercase(byte) ? byte & 0xDF : byte }
}
