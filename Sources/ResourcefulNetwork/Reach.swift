/// The addresses that may be connected to, for programs that load URLs that others have written.
///
///     let reach = Reach.publicAddresses.allowing("10.20.0.0/16")
///     let careful = CurlTransport(reach: reach)
///
/// The address itself is checked when a connection is made. So the check applies to each redirect, and to a name that
/// resolves to another address each time.
public struct Reach: Hashable, Sendable, CustomStringConvertible {
    private let isPublic: Bool
    private var exceptions: [Exception] = []

    private struct Exception: Hashable, Sendable {
        let block: AddressBlock
        let isAllowed: Bool
    }

    private init(isPublic: Bool) { self.isPublic = isPublic }

    /// All addresses.
    public static let anywhere = Reach(isPublic: false)

    /// The addresses that are reached across the whole Internet. They exclude addresses of this machine, of private
    /// networks, of links, of a provider's own services such as machine metadata, for documentation, for multicast, and
    /// reserved ones (RFC 6890 and IANA's registries of special-purpose addresses). An address that represents an IPv4
    /// address (mapped, NAT64 with its well-known prefix, 6to4) is judged by that one.
    ///
    /// Only the range of an address counts: if this machine, or another one inside, has an Internet address, or if your
    /// network has its own NAT64 prefix, refuse it with ``refusing(_:)``.
    public static let publicAddresses = Reach(isPublic: true)

    /// Returns a copy that also allows these addresses. The last call that includes an address decides.
    public func allowing(_ blocks: AddressBlock...) -> Reach { excepting(blocks, isAllowed: true) }

    /// Returns a copy that refuses these addresses. The last call that includes an address decides. To a system,
    /// `0.0.0.0` and `::` are also this machine.
    public func refusing(_ blocks: AddressBlock...) -> Reach { excepting(blocks, isAllowed: false) }

    private func excepting(_ blocks: [AddressBlock], isAllowed: Bool) -> Reach {
        var reach = self
        reach.exceptions += blocks.map { Exception(block: $0, isAllowed: isAllowed) }
        return reach
    }

    /// Whether an address may be connected to.
    public func allows(_ address: InternetAddress) -> Bool {
        let forms = [address] + (address.embedded.map { [$0] } ?? [])
        if let exception = exceptions.last(where: { forms.contains(where: $0.block.contains) }) {
            return exception.isAllowed
        }
        return !isPublic || (address.embedded ?? address).isPublic
    }

    /// Whether all addresses are allowed.
    package var isUnlimited: Bool { !isPublic && exceptions.isEmpty }

    /// A description of the allowed addresses.
    public var description: String {
        exceptions.reduce(isPublic ? "public addresses" : "all addresses") { text, exception in
            "\(text), \(exception.isAllowed ? "and" : "not") \(exception.block)"
        }
    }
}

extension InternetAddress {
    /// Whether it is reached across the whole Internet, and directly: see ``Reach/publicAddresses``.
    fileprivate var isPublic: Bool {
        if !isVersion6 { return !Self.special4.contains { $0.contains(self) } }
        return Self.global6.contains(self) && !Self.special6.contains { $0.contains(self) }
    }

    /// The IPv4 addresses that aren't public: IANA's registry, multicast, and a service of one provider's machines.
    private static let special4: [AddressBlock] = [
        "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24",
        "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24",
        "224.0.0.0/4", "240.0.0.0/4", "168.63.129.16/32",
    ]

    /// Other IPv6 addresses aren't assigned (RFC 4291, section 2.4).
    private static let global6: AddressBlock = "2000::/3"

    /// The ranges that aren't public: protocols and tunnels, documentation, 6to4 (which is judged by the IPv4
    /// address).
    private static let special6: [AddressBlock] = ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"]
}
