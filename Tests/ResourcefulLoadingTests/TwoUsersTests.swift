import ResourcefulDiagnostics
import ResourcefulIdentity
import ResourcefulTesting
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Whom a response belongs to: no user is ever given another's.
struct TwoUsersTests {
    /// Random cases: some policies, a difference that they have, and a store.
    private static func cases(_ count: Int, of length: Int) -> [TwoUsers] {
        let lists = TwoUsers.lists(of: length)
        var numbers = SeededNumbers(seed: UInt64(length))
        return (0..<count).compactMap { _ in
            guard let layers = lists.randomElement(using: &numbers),
                let difference = TwoUsers.differences(of: layers).randomElement(using: &numbers)
            else { return nil }
            return TwoUsers.random(layers, differingIn: difference, using: &numbers)
        }
    }

    @Test(arguments: 0...2)
    func `with up to two policies, no user is given what was made for another`(count: Int) async throws {
        var (hits, named) = (0, 0)
        for users in Self.cases(Effort.size(reduced: 25, usual: 400, full: 400), of: count) {
            let outcome = try await users.outcome()
            #expect(outcome.violation == nil, "\(users)")
            guard !users.layers.contains(.unnamed) else { continue }
            named += 1
            if outcome.isHit { hits += 1 }
        }
        // Without hits, the property would say nothing.
        #expect(hits * 10 > named * 7, "\(hits) of \(named)")
    }

    @Test(arguments: 0...2)
    func `with up to two policies, no user joins the load of another`(count: Int) throws {
        for users in Self.cases(Effort.size(reduced: 15, usual: 400, full: 400), of: count) {
            switch users.difference {
            case .field, .item: #expect(try users.joiningViolation() == nil, "\(users)")
            case .layer, .account, .certificate: break
            }
        }
    }

    @Test(arguments: TwoUsers.Mistake.allCases)
    func `each kind of mistake is found`(mistake: TwoUsers.Mistake) async throws {
        var found = 0
        for length in 1...2 {
            for layers in TwoUsers.lists(of: length) where found == 0 {
                for difference in TwoUsers.differences(of: layers) {
                    var users = TwoUsers(layers, differingIn: difference)
                    #expect(try await users.outcome().violation == nil, "\(users)")
                    users.mistake = mistake
                    if try await users.outcome().violation != nil { found += 1 }
                }
            }
        }
        #expect(found > 0)
    }

    @Test func `a field whose name says nothing isn't told apart, and the property would say so`() async throws {
        let users = TwoUsers([.cache], differingIn: .field("X-Color"))
        #expect(try await users.outcome().violation != nil)
    }

    @Test func `what tells users apart is printed, without secrets`() async throws {
        let api = try #require(URL(string: "https://api.example.org/"))
        let transport = CertifiedTransport()
        let service = Webservice(
            policies: [.cache(), .cookies(), .basic(user: "ada", password: "hunter2", for: api)], transport: transport)
        let text = "told apart by the account a/b ä, the client certificate, cookies, Basic"
        let account = service.account("a/b ä")
        #expect("\(account)".contains(" \(text)\n"), "\(account)")
        let resource = Resource(url: api) { $0 }.header("Authorization", "hunter3").header("X-Api-Key", "hunter4")
        let explanation = "\(try await account.explain(resource))"
        #expect(explanation.contains("\(text), Authorization, X-Api-Key\n"), "\(explanation)")
        #expect(!"\(account) \(explanation)".contains("hunter") && !"\(account)".contains("hunter0"))
        #expect(
            !"\(Webservice(policies: [.cache()], transport: StubTransport { _ in Response() }))".contains("told apart"))
    }
}

/// A transport that shows a certificate.
private struct CertifiedTransport: Transport {
    let clientIdentity: String? = "hunter0"

    func send(_ request: Request) async throws -> Response { Response() }
}
