/// The names of entries of which policies have one for each origin. A store can lose the ones that weren't used for
/// long: the policy begins anew with that origin.
package enum OriginEntry {
    static let circuit = "circuit "
    static let rate = "rate "
    static let clock = "server-clock/"

    /// Whether a name is that of such an entry, in any account.
    package static func includes(_ name: String) -> Bool {
        let own = AccountEntry.own(name)
        return own.hasPrefix(circuit) || own.hasPrefix(rate) || own.hasPrefix(clock)
    }
}
