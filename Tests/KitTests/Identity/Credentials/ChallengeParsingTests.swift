import ResourcefulIdentity
import ResourcefulTesting
import Testing

struct ChallengeParsingTests {
    @Test func `several challenges in one field are distinguished`() {
        let text = #"Newauth realm="apps", type=1, title="Login to \"apps\"", Basic realm="simple, really""#
        let challenges = AuthenticationChallenge.all(parsing: text)
        #expect(challenges.map(\.scheme) == ["newauth", "basic"])
        #expect(challenges[0]["TYPE"] == "1" && challenges[0]["title"] == #"Login to "apps""#)
        #expect(challenges[1].realm == "simple, really")
    }

    @Test func `schemes and their tokens are read`() {
        let cases: [(String, [String], [String?])] = [
            ("Negotiate", ["negotiate"], [nil]), ("NTLM TlRM==", ["ntlm"], ["TlRM=="]),
            ("Negotiate a/b+c=, Basic realm=x", ["negotiate", "basic"], ["a/b+c=", nil]),
            ("Bearer, , Basic", ["bearer", "basic"], [nil, nil]),
            (" ,Bearer error=\"x\" , Digest\tnonce = y", ["bearer", "digest"], [nil, nil]),
            ("", [], []), ("=,\"a, b\", Basic realm=\"open", ["basic"], [nil]), ("a=b, Basic", ["basic"], [nil]),
        ]
        for (text, schemes, tokens) in cases {
            let challenges = AuthenticationChallenge.all(parsing: text)
            #expect(challenges.map(\.scheme) == schemes && challenges.map(\.token68) == tokens, "\(text)")
        }
    }

    @Test func `whatever a server writes is read to its end`() {
        var generator = SplitMix64(seed: 7)
        let pieces = ["Basic", "Digest", " ", ",", "=", "\"", "\\", "realm", "nonce", "a", "/", ";", "é", "\t"]
        for _ in 0..<Effort.rounds(20_000) {
            let text = (0..<Int.random(in: 0..<14, using: &generator))
                .map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
            #expect(AuthenticationChallenge.all(parsing: text).count <= text.utf8.count)
        }
    }

    @Test func `all fields of a response count`() throws {
        let fields = HeaderFields([
            try HeaderFields.Field("WWW-Authenticate", "Bearer"), try HeaderFields.Field("WWW-Authenticate", "Basic"),
        ])
        #expect(Response(status: 401, headerFields: fields).challenges.map(\.scheme) == ["bearer", "basic"])
    }

    /// What is printed of a challenge in which a server writes a text.
    private static func printed(_ text: String) -> [String] {
        let quoted = text.filter { $0 != "\"" && $0 != "\\" }
        return AuthenticationChallenge.all(parsing: "Bearer realm=\"\(quoted)\", error=\"\(quoted)\"").flatMap {
            ["\($0)", String(reflecting: $0)]
        }
    }

    @Test func `no text of a server changes what is printed around a challenge`() {
        for scalar in UnseenCharacters.all {
            let printed = Self.printed("a\(scalar)b")
            #expect(!printed.isEmpty)
            for text in printed {
                #expect(UnseenCharacters.areAbsent(from: text), "\(scalar.value): \(text.debugDescription)")
            }
        }
    }

    @Test func `a challenge is printed without secrets, and not without end`() {
        let jwt = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJlLW9mLXRoaXM"
        for text in Self.printed("denied: \(jwt)") { #expect(!text.contains(jwt), "\(text)") }
        for text in Self.printed(String(repeating: "x", count: 100_000)) { #expect(text.count < 2_200) }
    }

    @Test func `a challenge is printed as it is written`() throws {
        for text in [#"basic realm="a \"b\"", charset="UTF-8""#, "negotiate YWJj==", "negotiate"] {
            let challenge = try #require(AuthenticationChallenge.all(parsing: text).first)
            #expect("\(challenge)" == text)
            #expect(AuthenticationChallenge.all(parsing: "\(challenge)") == [challenge])
        }
    }
}
