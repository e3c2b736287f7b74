/// Whom a load is for, as far as it is known before the request is sent: the one value that keeps users apart.
///
/// A request carries it to the caches. Its digest is part of the key of a stored response, of the run that renews one,
/// and of the check that a response was sent with the credentials that its cache has seen. It errs toward another user:
/// a field that isn't neutral tells them apart, unless a policy that names the user has added it (``FieldMeaning``).
package struct LoadIdentity: RequestOption, Hashable, Sendable {
    package static let defaultValue = LoadIdentity()

    /// The name that a policy gives to the user whose credentials it adds.
    struct Name: Hashable, Sendable {
        /// The place of the policy in the order of the load.
        let policy: Int
        let text: String
    }

    /// A field that a policy has added or changed for the user it names, and that can tell users apart.
    struct AddedField: Hashable, Sendable {
        let name: HeaderFields.Name
        /// The values before.
        let own: [String]
        /// The values that the policy set.
        let added: [String]
    }

    /// The account of the Webservice; empty for the Webservice itself.
    package var account = ""
    /// A digest of what the transport authenticates itself with, such as a client certificate; empty for nothing.
    package var client = ""
    /// The names of the user, in the order of the policies.
    private(set) var names: [Name] = []
    /// What the policies that gave these names have added so far.
    private(set) var addedFields: [AddedField] = []
    /// The query items that they have added.
    private(set) var addedItems: [String] = []

    package init() {}

    /// Whether nothing is known about the user.
    package var isUnknown: Bool { self == Self.defaultValue }

    /// Sets the names of some policies.
    mutating func add(_ new: [Name]) {
        names.removeAll { old in new.contains { $0.policy == old.policy } }
        names = (names + new).sorted { $0.policy < $1.policy }
    }

    /// Returns the identity at another origin: what policies know belongs to the first one.
    var elsewhere: LoadIdentity {
        var identity = LoadIdentity()
        (identity.account, identity.client) = (account, client)
        return identity
    }

    /// Returns whether a policy has named the user.
    func isNamed(by policy: Int) -> Bool { names.contains { $0.policy == policy } }

    /// Records which telling fields and secrets a policy that names the user has added to a request.
    package mutating func credit(_ request: Request, since before: Request) {
        let secrets = Redaction.standard.including(secretsOf: request)
        let names = Set((before.headerFields.fields + request.headerFields.fields).map(\.name))
        for name in names where FieldMeaning(name, secrets) != .neutral {
            let added = request.headerFields.values(of: name)
            guard added != before.headerFields.values(of: name) else { continue }
            let own = own(name, in: before)
            addedFields.removeAll { $0.name == name }
            addedFields.append(AddedField(name: name, own: own, added: added))
        }
        // A stable order, because equal requests join.
        addedFields.sort { $0.name.rawName < $1.name.rawName }
        let known = CacheKey.items(of: before)
        addedItems += CacheKey.secretItems(of: request).filter { !known.contains($0) && !addedItems.contains($0) }
    }

    /// Returns the values of a field without what policies that name the user have added.
    func own(_ name: HeaderFields.Name, in request: Request) -> [String] {
        let values = request.headerFields.values(of: name)
        return addedFields.first { $0.name == name && $0.added == values }?.own ?? values
    }
}

extension Request {
    /// Whom the load is for.
    package var identity: LoadIdentity { hasOptions ? self[LoadIdentity.self] : .defaultValue }
}
