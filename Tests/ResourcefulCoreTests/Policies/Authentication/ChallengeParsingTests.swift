import ResourcefulTesting
import Testing

struct ChallengeParsingTests {
    @Test func `several challenges in one field are told apart`() {
        let text = #"Newauth realm="apps", type=1, title="Login to \"apps\"", Basic realm="simple, really""#
        let challenges = AuthenticationChallenge.all(parsing: text)
        #expect(challenges.map(\.scheme) == ["newauth", "basic"])
        #expect(challenges[0]["TYPE"] == "1" && challenges[0]["title"] == #"Login to "apps""#)
        #expect(challenges[1].realm == "simple, really")
    }

    @Test(
        arguments: [
            ("Negotiate", ["negotiate"], [nil]), ("NTLM TlRM==", ["ntlm"], ["TlRM=="]),
            ("Negotiate a/b+c=, Basic realm=x", ["negotiate", "basic"], ["a/b+c=", nil]),
            ("Bearer, , Basic", ["bearer", "basic"], [nil, nil]),
            (" ,Bearer error=\"x\" , Digest\tnonce = y", ["bearer", "digest"], [nil, nil]),
            ("", [], []), ("=,\"a, b\", Basic realm=\"open", ["basic"], [nil]), ("a=b, Basic", ["basic"], [nil]),
        ] as [(String, [String], [String?])])
    func `schemes and their tokens are read`(text: String, schemes: [String], tokens: [String?]) {
        let challenges = AuthenticationChallenge.all(parsing: text)
        #expect(challenges.map(\.scheme) == schemes && challenges.map(\.token68) == tokens)
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
}
