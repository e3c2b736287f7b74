/// Which addresses may be connected to: for who loads URLs that others have written.
///
///     let transport = CurlTransport(reach: .publicAddresses.allowing("10.20.0.0/16"))
///
/// It is looked at where the connection is made, for the address itself. So it holds for each redirection, and for a
/// name that leads to another address each time that it is asked for.
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

    /// The addresses that are reached across the whole Internet: none of this machine, of a private network, of a link,
    /// of a provider's own services such as those for the metadata of machines, for documentation, for many receivers,
    /// or reserved (RFC 6890 and IANA's registries of special-purpose addresses). What stands for an address of IPv4
    /// (mapped, NAT64 by its well-known prefix, 6to4) is judged by that one.
    ///
    /// It is judged by its range alone: where this machine, or another one inside, has an address of the Internet, or
    /// your network has a NAT64 prefix of its own, refuse that with ``refusing(_:)``.
    public static let publicAddresses = Reach(isPublic: true)

    /// The same, and these addresses, too. What is said last counts.
    public func allowing(_ blocks: AddressBlock...) -> Reach { excepting(blocks, isAllowed: true) }

    /// The same, but for these addresses. What is said last counts. To a system `0.0.0.0` and `::` are this machine,
    /// too.
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

    /// Whether nothing is refused.
    package var isUnlimited: Bool { !isPublic && exceptions.isEmpty }

    /// What may be reached, in words.
    public var description: String {
        exceptions.reduce(isPublic ? "public addresses" : "all addresses") { text, exception in
            "\(text), \(exception.isAllowed ? "and" : "not") \(exception.block)"
        }
    }
}

extension InternetAddress {
    /// Whether it is reached across the whole Internet, and by itself: see ``Reach/publicAddresses``.
    fileprivate var isPublic: Bool {
        if !isVersion6 { return !Self.special4.contains { $0.contains(self) } }
        return Self.global6.contains(self) && !Self.special6.contains { $0.contains(self) }
    }

    /// Of IPv4 all but these are public: IANA's registry, several receivers, and a service of one provider's machines.
    private static let special4: [AddressBlock] = [
        "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24",
        "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24",
        "224.0.0.0/4", "240.0.0.0/4", "168.63.129.16/32",
    ]

    /// Of IPv6 nothing else is given out (RFC 4291, section 2.4).
    private static let global6: AddressBlock = "2000::/3"

    /// And of those, not these: protocols and tunnels, documentation, 6to4 (which is judged by what it stands for).
    private static let special6: [AddressBlock] = ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"]
}
