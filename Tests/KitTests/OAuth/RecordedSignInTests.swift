import ResourcefulDiagnostics
import ResourcefulOAuth
import ResourcefulTesting
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The record of a sign-in that failed.
struct RecordedSignInTests {
    /// A sign-in whose browser returns at once. It tells the state.
    private static func signIn(_ seen: Locked<[String]>) -> Plan<Token> {
        AuthorizationTests.oauth().authorization(redirect: AuthorizationTests.callback).flatMap { start in
            let state = Query(parsing: start.url.query() ?? "").values(of: "state").first ?? ""
            seen.withLock { $0.append(state) }
            let query = Query([("code", "c0de-of-grant"), ("state", state)]).encoded
            return start.token(from: URL(string: "https://app.example/back?\(query)")!)
        }
    }

    /// The numbers in a text, as bytes.
    private static func numbers(in text: String) -> Set<[UInt8]> {
        Set(
            text.split { !("0"..."9").contains($0) }.compactMap { UInt64($0) }.map { number in
                (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
            })
    }

    private static func bytes(ofBase64URL text: String) throws -> [UInt8] {
        let text = text.replacing("-", with: "+").replacing("_", with: "/")
        return Array(try #require(Data(base64Encoded: text + String(repeating: "=", count: (4 - text.count % 4) % 4))))
    }

    @Test func `its numbers give back neither the verifier nor the state, and it is repeated`() async throws {
        let (states, box) = (Locked([String]()), BlackBox())
        let forms = Locked([[String: String]]())
        let transport = StubTransport { request in
            let form = try AuthorizationTests.form(request)
            forms.withLock { $0.append(form) }
            return Response(status: 400, body: Data(#"{"error": "invalid_grant"}"#.utf8))
        }
        let webservice = Webservice(observers: [box.observer], transport: transport)
        await #expect(throws: OAuthError.self) { try await webservice.load(Self.signIn(states)) }
        let secrets = [
            try #require(states.withLock(\.self).first), try #require(forms.withLock(\.self).first?["code_verifier"]),
        ]
        let record = try #require(box.records.last)
        let text = String(decoding: record.data, as: UTF8.self)
        let numbers = Self.numbers(in: text)
        for secret in secrets {
            let bytes = try Self.bytes(ofBase64URL: secret)
            #expect(bytes.count >= 16 && !text.contains(secret))
            for start in stride(from: 0, to: bytes.count, by: 8) {
                #expect(!numbers.contains(Array(bytes[start..<start + 8])), "\(text)")
            }
        }
        var run = try DryRun(from: BlackBox.Record(parsing: record.data))
        #expect(throws: OAuthError(.invalidGrant)) { try run.load(Self.signIn(states)) }
        #expect(run.divergences.isEmpty && run.requests.count == 1, "\(run.divergences)")
        #expect(Set(states.withLock(\.self)).count == 2)
    }

    @Test func `other numbers are repeated as they were`() async throws {
        let (drawn, box) = (Locked([UInt64]()), BlackBox())
        let plan = zip(Plan<UInt64>.random, Plan<UInt64>.random).flatMap { first, second -> Plan<Int> in
            drawn.withLock { $0 += [first, second] }
            throw RequestError("failed on purpose")
        }
        let webservice = Webservice(observers: [box.observer], transport: StubTransport { _ in Response() })
        await #expect(throws: RequestError.self) { try await webservice.load(plan) }
        var run = try DryRun(from: try #require(box.records.last))
        #expect(throws: RequestError.self) { try run.load(plan) }
        let numbers = drawn.withLock(\.self)
        #expect(numbers.count == 4 && numbers[..<2] == numbers[2...])
    }
}
