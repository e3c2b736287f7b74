import ResourcefulCurl
import ResourcefulTesting
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

/// Addresses, blocks of them, and which are public.
struct InternetAddressTests {
    /// What the system makes of a text; nil when it is no address.
    private static func system(_ text: String) -> [UInt8]? {
        for (family, count) in [(AF_INET, 4), (AF_INET6, 16)] {
            var bytes = [UInt8](repeating: 0, count: count)
            if inet_pton(family, text, &bytes) == 1 { return bytes }
        }
        return nil
    }

    private static func ours(_ text: String) -> InternetAddress? { InternetAddress(text) }

    private static func address(_ bytes: [UInt8]) -> InternetAddress? {
        bytes.withUnsafeBytes { InternetAddress(bytes: $0) }
    }

    @Test func `a text is an address exactly when it is one to the system, and the same one`() {
        var random = SplitMix64(seed: 22)
        let pieces = [
            ":", "::", ".", "0", "1", "12", "255", "256", "01", "ffff", "7f00", "abcd", "12345", "g", "1.2.3.4", "0.0",
            "64:ff9b", "/", " ", "-1",
        ]
        for _ in 0..<20_000 {
            let count = Int.random(in: 1...9, using: &random)
            let text = (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
            let expected = Self.system(text).flatMap(Self.address)
            #expect(Self.ours(text) == expected, "\(text)")
            if let expected {
                #expect(Self.ours(expected.description) == expected, "\(text) is written as \(expected)")
            }
        }
        for _ in 0..<2_000 {
            let groups = (0..<8).map { _ in
                Bool.random(using: &random) ? "0" : String(UInt16.random(in: 0 ... .max, using: &random), radix: 16)
            }
            let text = groups.joined(separator: ":")
            #expect(Self.ours(text) == Self.system(text).flatMap(Self.address), "\(text)")
            #expect(Self.ours(text).flatMap { Self.ours("\($0)") } == Self.ours(text))
        }
        #expect("\(Self.ours("2001:db8:0:0:1:0:0:1")!)" == "2001:db8::1:0:0:1")
        #expect(Self.ours("[::1]") == Self.ours("::1") && Self.ours("[127.0.0.1]") == nil)
    }

    /// The block of so many bits that an address is in.
    private static func block(_ address: InternetAddress, _ bits: Int) -> AddressBlock? {
        let text = address.isVersion6 ? "::/0" : "0.0.0.0/0"
        if bits == 0 { return AddressBlock(text) }
        // Of all addresses that begin like it, the one whose other bits are zero.
        guard var bytes = system("\(address)") else { return nil }
        for bit in bits..<bytes.count * 8 { bytes[bit / 8] &= ~(0x80 >> UInt8(bit % 8)) }
        return Self.address(bytes).flatMap { AddressBlock("\($0)/\(bits)") }
    }

    @Test func `a block has the addresses that begin with its bits`() {
        var random = SplitMix64(seed: 23)
        for _ in 0..<3_000 {
            let count = Bool.random(using: &random) ? 4 : 16
            let base = (0..<count).map { _ in UInt8.random(in: 0 ... .max, using: &random) }
            let bits = Int.random(in: 0...count * 8, using: &random)
            var other = base
            let changed = Int.random(in: 0..<count * 8, using: &random)
            other[changed / 8] ^= 0x80 >> UInt8(changed % 8)
            guard let first = Self.address(base), let second = Self.address(other),
                let block = Self.block(first, bits)
            else {
                Issue.record("no block of \(base)/\(bits)")
                continue
            }
            #expect(block.contains(first) && block.contains(block.first))
            #expect(block.contains(second) == (changed >= bits), "\(block), \(second)")
            #expect(AddressBlock("\(block)") == block)
            // Another address than the first may be meant as one alone.
            #expect((AddressBlock("\(first)/\(bits)") == nil) == (block.first != first))
        }
        let mapped: AddressBlock = "::ffff:10.0.0.0/104"
        #expect(mapped.contains("10.0.0.1") && !mapped.contains("11.0.0.1") && !mapped.contains("::1"))
        for text in [
            "", "/", "1.2.3.4/", "1.2.3.4/33", "1.2.3.4/-1", "1.2.3.4/+8", "::/129", "a/8", "1.2.3/8", "::1/1e1",
        ] {
            #expect(AddressBlock(text) == nil, "\(text)")
        }
    }

    @Test func `an address is public or not, by itself or by the one that it embeds`() throws {
        for (text, isPublic) in [
            ("8.8.8.8", true), ("1.1.1.1", true), ("9.255.255.255", true), ("11.0.0.0", true), ("172.15.255.255", true),
            ("172.32.0.0", true), ("100.63.255.255", true), ("223.255.255.255", true), ("2606:4700::1111", true),
            ("2a00:1450::1", true), ("64:ff9b::808:808", true), ("::ffff:8.8.8.8", true), ("2002:808:808::1", true),
            ("0.0.0.0", false), ("0.1.2.3", false), ("10.0.0.1", false), ("100.64.0.1", false),
            ("100.100.100.200", false), ("127.0.0.1", false), ("127.255.255.254", false), ("169.254.169.254", false),
            ("172.16.0.1", false), ("172.31.255.255", false), ("192.0.0.192", false), ("192.168.1.1", false),
            ("198.18.0.1", false), ("224.0.0.1", false), ("255.255.255.255", false), ("168.63.129.16", false),
            ("::", false), ("::1", false), ("fe80::1", false), ("fc00::1", false), ("fd00:ec2::254", false),
            ("ff02::1", false), ("2001:db8::1", false), ("2001::1", false), ("::ffff:10.0.0.1", false),
            ("::7f00:1", false), ("64:ff9b::a00:1", false), ("64:ff9b:1::808:808", false), ("2002:a00:1::", false),
            ("2002:7f00:1::1", false), ("fec0::1", false), ("5f00::1", false), ("100::1", false),
        ] {
            let address = try #require(InternetAddress(text))
            #expect(Reach.publicAddresses.allows(address) == isPublic)
            #expect(Reach.anywhere.allows(address))
            let block = try #require(AddressBlock(text))
            #expect(Reach.publicAddresses.allowing(block).allows(address))
            #expect(!Reach.anywhere.refusing(block).allows(address))
            #expect(!Reach.publicAddresses.allowing(block).refusing(block).allows(address))
            // What is said of an address of IPv4 holds for all that stand for it.
            if !address.isVersion6, let mapped = InternetAddress("::ffff:\(text)") {
                #expect(Reach.publicAddresses.allows(mapped) == isPublic)
                #expect(!Reach.anywhere.refusing(block).allows(mapped))
            }
        }
    }
}
