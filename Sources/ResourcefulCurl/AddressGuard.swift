import ResourcefulCore
import ResourcefulLoading

/// Says which addresses a transfer may connect to, and remembers which it may not.
struct AddressGuard {
    private let reach: Reach
    /// The last address that was refused.
    private var refused: String?
    private var hasAdmitted = false

    init(_ reach: Reach) { self.reach = reach }

    /// Whether an address may be connected to, by its bytes.
    mutating func admits(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let address = InternetAddress(bytes: bytes)
        if let address, reach.allows(address) {
            hasAdmitted = true
            return true
        }
        refused = address?.description ?? "an address of another kind"
        return false
    }

    /// Why no connection could be made; nil when there was an address that might have been connected to.
    func refusal(of origin: Origin?) -> TransportError? {
        guard !hasAdmitted, let refused else { return nil }
        let host = origin?.host ?? "the host"
        return TransportError(
            .addressRefused, "\(host) is at \(refused), which may not be reached, but only \(reach)")
    }
}
