/// Decides which addresses a transfer may connect to, and remembers the refused ones.
struct AddressGuard {
    private let reach: Reach
    /// The last address that was refused.
    private var refused: String?
    private var hasAdmitted = false

    init(_ reach: Reach) { self.reach = reach }

    /// Whether a transfer may connect to the address with these bytes.
    mutating func admits(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let address = InternetAddress(bytes: bytes)
        if let address, reach.allows(address) {
            hasAdmitted = true
            return true
        }
        refused = address?.description ?? "an address of another kind"
        return false
    }

    /// The reason why no connection could be made; nil if a connection to at least one address was allowed.
    func refusal(of origin: Origin?) -> TransportError? {
        guard !hasAdmitted, let refused else { return nil }
        let host = origin?.host ?? "the host"
        return TransportError(
            .addressRefused, "no address of \(host) may be reached",
            detail: "it resolves to \(refused), but only \(reach) may be reached")
    }
}
