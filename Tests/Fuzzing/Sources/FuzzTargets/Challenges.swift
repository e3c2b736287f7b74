import ResourcefulTesting

@testable import ResourcefulCore
@testable import ResourcefulHTTP
@testable import ResourcefulIdentity

extension FuzzTarget {
    /// Challenges of WWW-Authenticate, and the answers to those of Digest.
    static let challenges = FuzzTarget("Challenges") { bytes throws(Violation) in
        let found = AuthenticationChallenge.all(parsing: String(decoding: bytes, as: UTF8.self))
        let text = found.map(\.text).joined(separator: ", ")
        try require(AuthenticationChallenge.all(parsing: text), equals: found, "written and read it differs")
        for challenge in found {
            try require(TokenGrammar.matches(challenge.scheme.utf8), "the scheme is no token")
            guard let digest = DigestChallenge(challenge) else { continue }
            _ = digest.used(after: digest)
        }
        _ = DigestChallenge.strongest(of: found)
    }
}
