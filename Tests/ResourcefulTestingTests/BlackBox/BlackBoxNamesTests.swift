import ResourcefulDiagnostics
import ResourcefulTesting
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Secrets that only the program knows by name.
struct BlackBoxNamesTests {
    private static let site = URL(string: "https://example.org")!
    private static let own = Redaction.standard.adding(fields: ["X-Mine"], parameters: ["badge"])

    /// Three requests with secrets in the query, a field and a form; the last fails.
    private static func plan(badge: String) -> Plan<Int> {
        var first = Request(url: URL(string: "https://example.org/first?badge=\(badge)&page=2")!)
        first.headerFields["X-Mine"] = badge
        let second = Request(
            url: site.appending(path: "second"), method: .post, body: .form(["badge": badge, "amount": "12"]))
        let third = Resource<Int>(url: site.appending(path: "third"), parseJSON: { try $0.int })
        return Plan<Response>.send(first).flatMap { _ in Plan<Response>.send(second) }
            .flatMap { _ in Plan<StoreEntry?>.read("badge=\(badge)") }
            .flatMap { _ in third.plan }
    }

    private static func record(badge: String, redaction: Redaction) async throws -> BlackBox.Record {
        let box = BlackBox(redaction: redaction)
        let transport = StubTransport { Response(status: $0.url.path() == "/third" ? 503 : 200) }
        let webservice = Webservice(observers: [box.observer], transport: transport)
        await #expect(throws: LoadError.self) { try await webservice.load(plan(badge: badge)) }
        return try #require(box.records.last)
    }

    @Test func `a record with own names of secrets is repeated without divergence, with another secret, too`()
        async throws
    {
        let record = try await Self.record(badge: "b4dge-of-ada", redaction: Self.own)
        #expect(!String(decoding: record.data, as: UTF8.self).contains("b4dge-of-ada"))
        let read = try BlackBox.Record(parsing: record.data)
        for badge in ["b4dge-of-ada", "an0ther-badge"] {
            var run = try DryRun(from: read)
            #expect(throws: LoadError.self) { try run.load(Self.plan(badge: badge)) }
            #expect(run.divergences.isEmpty, "\(run.divergences)")
        }
    }

    @Test func `what isn't a secret still diverges`() async throws {
        let record = try await Self.record(badge: "b4dge-of-ada", redaction: .standard)
        var run = try DryRun(from: BlackBox.Record(parsing: record.data))
        #expect(throws: LoadError.self) { try run.load(Self.plan(badge: "an0ther-badge")) }
        #expect(!run.divergences.isEmpty)
    }
}
