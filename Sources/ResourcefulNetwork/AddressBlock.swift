/// A block of all addresses that begin with the same bits (CIDR, RFC 4632).
///
///     let office: AddressBlock = "10.20.0.0/16"
///     print(office.contains("10.20.1.9"))  // true
public struct AddressBlock: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The first address.
    package let first: InternetAddress
    /// The number of bits that the addresses share.
    let bits: Int

    /// Creates a block from text: the first address, a slash and the number of bits; or one address. Returns nil if the
    /// text isn't a block, or if it names another address than the first: `10.1.2.3/8` may be meant as one address.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let address = parts.first.flatMap({ InternetAddress($0) }) else { return nil }
        let size = address.isVersion6 ? 128 : 32
        guard let bits = parts.count == 1 ? size : Int(parts[1]), (0...size).contains(bits),
            parts.count == 1 || parts[1].utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 })
        else { return nil }
        self.init(address, bits)
        guard first == address else { return nil }
    }

    /// Creates a block from a literal. A literal that isn't a block is a programming error, and traps.
    public init(stringLiteral text: String) {
        guard let block = AddressBlock(text) else {
            stopAtLiteral(text, "Not an address block (an address and a number of bits)")
        }
        self = block
    }

    private init(_ address: InternetAddress, _ bits: Int) {
        self.bits = bits
        let mask = Self.mask(bits, of: address)
        first =
            address.isVersion6
            ? InternetAddress(version6: address.high & mask.high, address.low & mask.low)
            : InternetAddress(version4: UInt32(truncatingIfNeeded: address.low & mask.low))
    }

    /// Whether the block contains an address. A block of IPv6 contains an IPv4 address if it contains its IPv6 form
    /// (`::ffff:10.0.0.1`).
    public func contains(_ address: InternetAddress) -> Bool {
        guard address.isVersion6 == first.isVersion6 else {
            return first.isVersion6 && contains(InternetAddress(version6: 0, 0xFFFF << 32 | address.low))
        }
        let mask = Self.mask(bits, of: address)
        return address.high & mask.high == first.high && address.low & mask.low == first.low
    }

    /// Returns the shared bits as ones.
    private static func mask(_ bits: Int, of address: InternetAddress) -> (high: UInt64, low: UInt64) {
        let ones = { (count: Int) in count <= 0 ? 0 : UInt64.max << UInt64(64 - min(count, 64)) }
        return address.isVersion6 ? (ones(bits), ones(bits - 64)) : (0, ones(32 + bits) & 0xFFFF_FFFF)
    }

    /// The first address, a slash and the number of bits.
    public var description: String { "\(first)/\(bits)" }
}
