package import ResourcefulTesting

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Two users of one cache who differ in one credential: what a property about whom a response belongs to is tried with.
package struct TwoUsers: Sendable, CustomStringConvertible {
    /// A policy of a list.
    package enum Layer: String, CaseIterable, Sendable {
        case cache, cookies, basic, digest, bearer, keyField, keyItem, netrc, aws, named, unnamed, retry, redirects
        /// Default fields of no known name.
        case fields
    }

    /// The credential in which they differ.
    package enum Difference: Hashable, Sendable {
        /// That of a policy.
        case layer(Layer)
        /// A field of the request itself.
        case field(HeaderFields.Name)
        /// A query item of the request itself.
        case item
        case account, certificate
    }

    /// Where responses are kept.
    package enum Store: CaseIterable, Sendable {
        case memory, disk, tiered
    }

    /// A mistake that the property must find.
    package enum Mistake: CaseIterable, Sendable {
        /// Keys without the user.
        case keyWithoutUser
        /// Once a policy names the user, a field that the request brings is left out.
        case ownFieldIsCredited
        /// A policy names the user by a part of the credentials.
        case nameWithoutSecret
        /// A transport doesn't say whose certificate it shows.
        case certificateIsUnknown
        /// The accounts of a Webservice aren't told apart.
        case accountIsUnknown
    }

    package var layers: [Layer]
    package var difference: Difference
    package var store = Store.memory
    /// The Vary field of responses.
    package var vary: String?
    /// Whether the response is behind a redirect.
    package var isRedirected = false
    /// Whether a lifetime is chosen, and not the server's.
    package var hasLifetime = false
    /// Whether each response sets a new cookie of a load balancer, which caches ignore.
    package var hasBalancer = false
    package var mistake: Mistake?

    package init(_ layers: [Layer], differingIn difference: Difference) {
        (self.layers, self.difference) = (layers, difference)
    }

    package var description: String {
        let list = layers.map(\.rawValue).joined(separator: ", ")
        let options = [
            vary.map { "Vary: \($0)" }, isRedirected ? "redirected" : nil, hasLifetime ? "lifetime" : nil,
            hasBalancer ? "behind a load balancer" : nil,
        ]
        return (["[\(list)] differing in \(difference), \(store)"] + options.compactMap(\.self)).joined(separator: ", ")
    }

    /// A secret of a user, which both have alike but for the one in which they differ.
    func secret(_ credential: Difference, of user: Int) -> String { "secret\(credential == difference ? user : 7)" }

    static let origin = URL(string: "https://api.example.org/")!
}

extension TwoUsers {
    /// Fields that a request can bring itself.
    package static let fields: [HeaderFields.Name] = [
        "Authorization", "Cookie", "Proxy-Authorization", "X-Session", "X-Auth-Token", "Authentication", "X-Tenant",
        "X-On-Behalf-Of",
    ]

    /// Fields whose names say nothing. They count if something is known about the user.
    package static let unknownFields: [HeaderFields.Name] = ["X-Color", "Foo"]

    /// All ways to differ that a list of policies has.
    package static func differences(of layers: [Layer]) -> [Difference] {
        let credentials: Set<Layer> = [
            .cookies, .basic, .digest, .bearer, .keyField, .keyItem, .netrc, .aws, .named, .unnamed, .fields,
        ]
        let own = layers.filter(credentials.contains)
        return own.map { .layer($0) } + (fields + (own.isEmpty ? [] : unknownFields)).map { .field($0) }
            + [.item, .account, .certificate]
    }

    /// All lists of so many policies, in every order.
    package static func lists(of count: Int) -> [[Layer]] {
        guard count > 0 else { return [[]] }
        return lists(of: count - 1).flatMap { list in
            Layer.allCases.filter { !list.contains($0) }.map { list + [$0] }
        }
    }
}

extension TwoUsers {
    /// A case with a random store and random responses.
    package static func random(
        _ layers: [Layer], differingIn difference: Difference, using numbers: inout SeededNumbers
    ) -> TwoUsers {
        var users = TwoUsers(layers, differingIn: difference)
        // A disk is slow.
        users.store =
            Int.random(in: 0..<8, using: &numbers) == 0 ? (Bool.random(using: &numbers) ? .disk : .tiered) : .memory
        users.vary = [nil, "Authorization", "Cookie", "Accept, X-Session"].randomElement(using: &numbers) ?? nil
        users.isRedirected = Int.random(in: 0..<4, using: &numbers) == 0
        users.hasLifetime = Bool.random(using: &numbers)
        users.hasBalancer = Bool.random(using: &numbers)
        return users
    }
}
