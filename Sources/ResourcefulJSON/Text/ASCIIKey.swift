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
