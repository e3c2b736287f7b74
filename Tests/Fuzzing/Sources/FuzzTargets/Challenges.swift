import ResourcefulTesting

@testable import ResourcefulCore
@testable import ResourcefulHTTP

extension FuzzTarget {
    /// Challenges of WWW-Authenticate, and the answers to those of Digest.
    static let challenges = FuzzTarget("Challenges") { bytes throws(Violation) in
        let found = AuthenticationChallenge.all(parsing: String(decoding: bytes, as: UTF8.self))
        let text = found.map(written).joined(separator: ", ")
        try require(AuthenticationChallenge.all(parsing: text), equals: found, "written and read it differs")
        for challenge in found {
            try require(TokenGrammar.matches(challenge.scheme.utf8), "the scheme is no token")
            guard let digest = DigestChallenge(challenge) else { continue }
            _ = digest.used(after: digest)
        }
        _ = DigestChallenge.strongest(of: found)
    }

    /// A challenge as it stands in a field.
    private static func written(_ challenge: AuthenticationChallenge) -> String {
        if let token = challenge.token68 { return "\(challenge.scheme) \(token)" }
        let parameters = pairs(of: challenge).map { "\($0)=\(FieldParameters.quoted($1))" }
        return parameters.isEmpty ? challenge.scheme : "\(challenge.scheme) \(parameters.joined(separator: ", "))"
    }

    /// The names and values of the parameters, which are asked for one by one elsewhere.
    private static func pairs(of challenge: AuthenticationChallenge) -> [(String, String)] {
        let parameters = Mirror(reflecting: challenge).descendant("parameters").map { Mirror(reflecting: $0) }
        let pairs = parameters?.descendant("pairs").map { Mirror(reflecting: $0) }
        return (pairs?.children ?? .init([])).compactMap { pair in
            let pair = Mirror(reflecting: pair.value)
            guard let name = pair.descendant("name") as? String, let value = pair.descendant("value") as? String
            else { return nil }
            return (name, value)
        }
    }
}
