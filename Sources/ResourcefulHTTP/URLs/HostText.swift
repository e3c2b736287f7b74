/// The hosts of URLs, defined once for origins, credentials, pins and connections.
///
/// A host that programs interpret in different ways (`loc%61lhost`, `127.1`, `2130706433`, `0x7f.1`) isn't valid: one
/// program could check a different host than another connects to.
enum HostText {
    typealias Bytes = Slice<UnsafeBufferPointer<UInt8>>

    /// Returns the reason why a host can't be used; nil if it can. The host is given as in the URL, with brackets if it
    /// is an IPv6 address.
    static func problem(_ host: Bytes) -> String? {
        guard let first = host.first, !isPlain(host) else { return nil }
        if first == UInt8(ascii: "[") {
            return address(host) == nil ? "the host in brackets isn't an IPv6 address" : nil
        }
        if host.contains(where: { $0 >= 0x80 }) { return "the host has letters outside of ASCII; write them as xn--…" }
        if host.contains(UInt8(ascii: "%")) { return "the host is percent-encoded" }
        let name = withoutFinalDot(host)
        let start = name.lastIndex(of: UInt8(ascii: ".")).map { $0 + 1 } ?? name.startIndex
        guard start < name.endIndex else { return "the host ends with more than one dot" }
        // A host that ends in a number is an address, whatever comes before it.
        guard isDigit(name[start]), isNumber(name[start...]), AddressText.version4(host) == nil else { return nil }
        return "the host is an ambiguous number; write an address with four parts, such as 127.0.0.1"
    }

    /// Whether a host is of small letters and dots before them, as most are. The rest takes long in a debug build.
    private static func isPlain(_ host: Bytes) -> Bool {
        var index = host.startIndex
        while index < host.endIndex, host.base[index] &- 0x61 < 26 || host.base[index] == 0x2E { index += 1 }
        return index == host.endIndex && host.last.map { $0 != 0x2E } == true
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

    /// Returns the one text of a valid host, however it is spelled: in lower case, an IPv6 address without brackets and
    /// as RFC 5952 writes it.
    static func canonical(_ host: Bytes) -> String {
        if isPlain(host) { return String(decoding: host, as: UTF8.self) }
        if let address = address(host) { return address }
        return String(decoding: host.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }, as: UTF8.self)
    }

    /// Returns an authority with the one text of an IPv6 address; any other as it is.
    static func normalized(_ authority: Substring) -> Substring {
        guard let start = authority.lastIndex(of: "["), let end = authority[start...].firstIndex(of: "]") else {
            return authority
        }
        var host = String(authority[start...end])
        let address = host.withUTF8 { Self.address(Bytes(base: $0, bounds: 0..<$0.count)) }
        return address.map { "\(authority[..<start])[\($0)]\(authority[authority.index(after: end)...])" } ?? authority
    }

    /// Returns an IPv6 address in brackets, with its zone (RFC 6874); nil for any other host.
    private static func address(_ host: Bytes) -> String? {
        guard host.first == UInt8(ascii: "["), host.last == UInt8(ascii: "]") else { return nil }
        let content = Array(host.dropFirst().dropLast())
        let zone = content.firstIndex(of: UInt8(ascii: "%")) ?? content.endIndex
        guard let groups = AddressText.version6(content[..<zone]) else { return nil }
        return AddressText.text(of: groups) + String(decoding: content[zone...], as: UTF8.self)
    }

    /// Returns the port that follows a host; the standard one if there is none, and nil if it isn't a port.
    static func port(_ rest: Bytes, standard: Int) -> Int? {
        let digits = rest.dropFirst()
        guard rest.isEmpty || rest.first == UInt8(ascii: ":"), digits.allSatisfy(isDigit) else { return nil }
        let port = digits.reduce(0) { min($0 * 10 + Int($1 - UInt8(ascii: "0")), 65_536) }
        return digits.isEmpty ? standard : port < 65_536 ? port : nil
    }

    private static func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }
}
