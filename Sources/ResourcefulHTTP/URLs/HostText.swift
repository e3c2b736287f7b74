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
        let parts = host.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return parts.count == 4
            && parts.allSatisfy { part in
                guard (1...3).contains(part.count), part.allSatisfy(isDigit) else { return false }
                let value = part.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
                return value < 256 && (part.count == 1 || part.first != UInt8(ascii: "0"))
            }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }
}
