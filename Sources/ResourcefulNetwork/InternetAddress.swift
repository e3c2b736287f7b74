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
        let number = isBracketed ? nil : Self.version4(bytes[...])
        if let number {
            self.init(version4: number)
        } else if let groups = Self.groups(bytes[...]) {
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
        let groups = (0..<8).map { (index: Int) in
            (index < 4 ? high : low) >> (48 - 16 * UInt64(index % 4)) & 0xFFFF
        }
        let runs = groups.indices.map { start in start..<(groups[start...].firstIndex { $0 != 0 } ?? 8) }
        let longest = runs.reduce(0..<0) { $1.count > $0.count ? $1 : $0 }
        let words = { (groups: ArraySlice<UInt64>) in groups.map { String($0, radix: 16) }.joined(separator: ":") }
        guard longest.count > 1 else { return words(groups[...]) }
        return "\(words(groups[..<longest.lowerBound]))::\(words(groups[longest.upperBound...]))"
    }
}

extension InternetAddress {
    private static func version4(_ text: ArraySlice<UInt8>) -> UInt32? {
        let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 4 else { return nil }
        var number: UInt32 = 0
        for part in parts {
            guard (1...3).contains(part.count), part.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }),
                part.count == 1 || part.first != UInt8(ascii: "0")
            else { return nil }
            let value = part.reduce(UInt32(0)) { $0 * 10 + UInt32($1 - UInt8(ascii: "0")) }
            guard value < 256 else { return nil }
            number = number << 8 | value
        }
        return number
    }

    /// Returns the eight groups of an IPv6 address.
    private static func groups(_ text: ArraySlice<UInt8>) -> [UInt16]? {
        var halves: [[UInt16]] = [[]]
        var rest = text
        if rest.starts(with: "::".utf8) {
            halves.append([])
            rest = rest.dropFirst(2)
            if rest.isEmpty { return Array(repeating: 0, count: 8) }
        }
        while true {
            let word = rest.prefix { $0 != UInt8(ascii: ":") }
            rest = rest.dropFirst(word.count)
            if word.contains(UInt8(ascii: ".")) {
                guard rest.isEmpty, let number = version4(word) else { return nil }
                halves[halves.count - 1] += [UInt16(number >> 16), UInt16(number & 0xFFFF)]
                break
            }
            guard (1...4).contains(word.count), let group = Hexadecimal.number(word) else { return nil }
            halves[halves.count - 1].append(group)
            if rest.isEmpty { break }
            rest = rest.dropFirst()
            if rest.first == UInt8(ascii: ":") {
                guard halves.count == 1 else { return nil }
                halves.append([])
                rest = rest.dropFirst()
                if rest.isEmpty { break }
            }
        }
        let count = halves.reduce(0) { $0 + $1.count }
        guard halves.count == 2 else { return count == 8 ? halves[0] : nil }
        return count < 8 ? halves[0] + Array(repeating: 0, count: 8 - count) + halves[1] : nil
    }
}

extension Hexadecimal {
    /// Returns the number for at most four digits; nil if there is anything else.
    fileprivate static func number(_ digits: ArraySlice<UInt8>) -> UInt16? {
        digits.reduce(UInt16(0)) { number, digit in
            guard let number, let value = value(of: digit) else { return nil }
            return number << 4 | UInt16(value)
        }
    }
}

extension InternetAddress: ExpressibleByStringLiteral {
    /// Creates an address from a literal. A literal that isn't an address is a programming error, and traps.
    public init(stringLiteral text: String) {
        guard let address = InternetAddress(text) else {
            preconditionFailure("Not an IP address: \(text.debugDescription)")
        }
        self = address
    }
}
