/// The validity of hosts, defined once for origins, credentials, pins and connections.
///
/// A host that programs interpret in different ways (`loc%61lhost`, `127.1`, `2130706433`, `0x7f.1`) isn't valid: one
/// program could check a different host than another connects to.
enum HostText {
    typealias Bytes = Slice<UnsafeBufferPointer<UInt8>>

    /// Returns the reason why a host can't be used; nil if it can. The host is given as in the URL, with brackets if it
    /// is an IPv6 address.
    static func problem(_ host: Bytes) -> String? {
        guard let first = host.first, first != UInt8(ascii: "[") else { return nil }
        if host.contains(UInt8(ascii: "%")) { return "the host is percent-encoded" }
        let name = withoutFinalDot(host)
        let start = name.lastIndex(of: UInt8(ascii: ".")).map { $0 + 1 } ?? name.startIndex
        guard start < name.endIndex else { return "the host ends with more than one dot" }
        // A host that ends in a number is an address, whatever comes before it.
        guard isDigit(name[start]), isNumber(name[start...]), !isAddress(host) else { return nil }
        return "the host is an ambiguous number; write an address with four parts, such as 127.0.0.1"
    }

    /// Returns the name without a trailing dot, which only marks it as fully qualified.
    private static func withoutFinalDot(_ host: Bytes) -> Bytes {
        host.count > 1 && host.last == UInt8(ascii: ".") ? host.dropLast() : host
    }

    /// Returns whether some programs read a label as a number, including `0x7f`.
    private static func isNumber(_ label: Bytes) -> Bool {
        let isHexadecimal = label.count > 1 && label[label.startIndex + 1] | 0x20 == UInt8(ascii: "x")
        guard isHexadecimal, label.first == UInt8(ascii: "0") else { return label.allSatisfy(isDigit) }
        return label.dropFirst(2).allSatisfy { isDigit($0) || UInt8(ascii: "a")...UInt8(ascii: "f") ~= $0 | 0x20 }
    }

    /// Returns whether a host is an IPv4 address in its standard form (RFC 3986, section 3.2.2).
    private static func isAddress(_ host: Bytes) -> Bool {
        var (partCount, digitCount, value) = (1, 0, 0)
        for byte in host {
            if byte == UInt8(ascii: "."), digitCount > 0 {
                (partCount, digitCount, value) = (partCount + 1, 0, 0)
                continue
            }
            // A part has no leading zero.
            guard isDigit(byte), digitCount == 0 || value > 0 else { return false }
            value = value * 10 + Int(byte - UInt8(ascii: "0"))
            digitCount += 1
            guard value < 256 else { return false }
        }
        return partCount == 4 && digitCount > 0
    }

    private static func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }
}
