/// An IPv4 or IPv6 address.
///
///     let local: InternetAddress = "127.0.0.1"
///     print(Reach.publicAddresses.allows(local))  // false
///     let transport = CurlTransport(
///         network: CurlTransport.Network(resolving: ["api.example.org": [local]]))
public struct InternetAddress: Hashable, Sendable, CustomStringConvertible {
    /// Whether it is an IPv6 address.
    package let isVersion6: Bool
    let high: UInt64
    let low: UInt64

    init(version4 number: UInt32) { (isVersion6, high, low) = (false, 0, UInt64(number)) }

    init(version6 high: UInt64, _ low: UInt64) { (isVersion6, self.high, self.low) = (true, high, low) }

    /// Creates an address from text: four decimal numbers (RFC 3986, section 3.2.2), or the text of an IPv6 address
    /// (RFC 4291, section 2.2), with or without brackets, without a zone. Returns nil if it isn't an address, or has a
    /// form that programs read in different ways.
    public init?(_ text: some StringProtocol) {
        let isBracketed = text.hasPrefix("[") && text.hasSuffix("]") && text.count > 2
        let bytes = isBracketed ? Array(text.utf8.dropFirst().dropLast()) : Array(text.utf8)
        let number = isBracketed ? nil : AddressText.version4(bytes)
        if let number {
            self.init(version4: number)
        } else if let groups = AddressText.version6(bytes[...]) {
            let halves = [groups[..<4], groups[4...]].map { $0.reduce(UInt64(0)) { $0 << 16 | UInt64($1) } }
            self.init(version6: halves[0], halves[1])
        } else {
            return nil
        }
    }

    /// Creates an address from its bytes in network order: 4 or 16 of them.
    package init?(bytes: UnsafeRawBufferPointer) {
        let number = { (range: Range<Int>) in bytes[range].reduce(UInt64(0)) { $0 << 8 | UInt64($1) } }
        switch bytes.count {
        case 4: self.init(version4: UInt32(truncatingIfNeeded: number(0..<4)))
        case 16: self.init(version6: number(0..<8), number(8..<16))
        default: return nil
        }
    }

    /// The IPv4 address that packets to a mapped (RFC 4291, section 2.5.5.2), translated (NAT64, RFC 6052) or tunneled
    /// (6to4, RFC 3056) address reach; nil for all other addresses.
    var embedded: InternetAddress? {
        guard isVersion6 else { return nil }
        if high == 0, low >> 32 == 0xFFFF { return InternetAddress(version4: UInt32(truncatingIfNeeded: low)) }
        if high == 0x0064_FF9B << 32, low >> 32 == 0 {
            return InternetAddress(version4: UInt32(truncatingIfNeeded: low))
        }
        return high >> 48 == 0x2002 ? InternetAddress(version4: UInt32(truncatingIfNeeded: high >> 16)) : nil
    }

    /// The address as text. An IPv6 address has no leading zeros, and its longest run of zeros is left out (RFC 5952).
    public var description: String {
        guard isVersion6 else { return (0..<4).map { "\(low >> (24 - 8 * UInt64($0)) & 0xFF)" }.joined(separator: ".") }
        return AddressText.text(
            of: (0..<8).map { (index: Int) in
                UInt16(truncatingIfNeeded: (index < 4 ? high : low) >> (48 - 16 * UInt64(index % 4)))
            })
    }
}

extension InternetAddress: ExpressibleByStringLiteral {
    /// Creates an address from a literal. A literal that isn't an address is a programming error, and traps.
    public init(stringLiteral text: String) {
        guard let address = InternetAddress(text) else {
            stopAtLiteral(text, "Not an IP address")
        }
        self = address
    }
}
