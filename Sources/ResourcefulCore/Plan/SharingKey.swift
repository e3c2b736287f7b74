#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What a shared run is found by.
package enum SharingKey: Hashable, Sendable, CustomStringConvertible {
    /// A name that a plan has given it.
    case name(String)
    /// The request whose load it is, and whose, where policies know that: equal ones at the same moment are sent once.
    case load(Request, user: String? = nil)

    /// Equal requests have equal URLs, and unequal ones most often others: that is enough to find them by.
    package func hash(into hasher: inout Hasher) {
        switch self {
        case .name(let name): hasher.combine(name)
        case .load(let request, _): hasher.combine(request.url.absoluteString)
        }
    }

    /// The name, or the request without its secrets.
    package var description: String {
        switch self {
        case .name(let name): name
        case .load(let request, _): "\(request)"
        }
    }
}

extension Plan where Value == Response {
    /// Joins the run that is under way under the same key, or starts one.
    package func shared(as key: SharingKey) -> Plan { Plan(.share(Effect(Sharing(plan: self, key: key), .end))) }

    /// Begins this plan under a key, unless a run of that key is under way, and does not wait for its outcome.
    ///
    /// It goes on when the one who began it has ended, and can be joined by ``shared(as:)-(String)``. What becomes of
    /// it, nobody is told.
    public func begun(as key: String) -> Plan<Void> { begun(as: .name(key)) }

    /// Begins this plan under a key.
    package func begun(as key: SharingKey) -> Plan<Void> {
        Plan<Void>(.begin(Effect(Sharing(plan: self, key: key), .end)))
    }
}
