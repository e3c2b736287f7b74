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
