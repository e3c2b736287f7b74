import Foundation
import Resourceful
import ResourcefulTesting
import Testing

/// The tables of the article, row by row, compared with the result of a run.
@Suite(.permit) struct CachingTableTests {
    private static let url = URL(string: "https://example.org/episodes.json")!
    private let resource = Resource(Request(url: url)) { $0 }

    /// A server that validates responses by tag or date with a 304. From some moment on, it can fail.
    private final class Server {
        var fields: HeaderFields = [:]
        var isDown = false

        func respond(_ request: Request) throws -> Response {
            if isDown { throw TransportError(.cannotConnect, "the server is down") }
            let isConditional =
                request.headerFields.contains("If-None-Match") || request.headerFields.contains("If-Modified-Since")
            return Response(status: isConditional ? 304 : 200, headerFields: fields)
        }
    }

    /// The result of a load, a number of seconds after another one.
    private func outcome(
        _ fields: HeaderFields, after seconds: Int, isDown: Bool, _ change: (Resource<Response>) -> Resource<Response>
    ) throws -> String {
        let server = Server()
        server.fields = fields
        var run = DryRun(policies: [.cache()], server.respond)
        _ = try run.load(resource)
        try run.load(Plan.wait(for: .seconds(seconds)))
        server.isDown = isDown
        let before = run.requests.count
        guard let response = try? run.load(change(resource)) else { return "an error" }
        let wasSent = run.requests.count > before
        switch response.cacheStatus {
        case nil where response.status == 504: return "504"
        case let status? where status.source == .hit:
            let age = status.isFresh ? "stored" : "stored, stale"
            return wasSent && !isDown ? "\(age); validated behind" : age
        case let status? where status.source == .validated: return "validated"
        default: return wasSent ? "the server's" : "an error"
        }
    }

    private func outcomes(
        _ fields: HeaderFields, _ change: (Resource<Response>) -> Resource<Response> = { $0 }
    ) throws -> [String] {
        try [(10, false), (100, false), (100, true)].map { try outcome(fields, after: $0, isDown: $1, change) }
    }

    /// Fields between backticks, such as `Cache-Control: max-age=60`, `ETag: "1"`.
    private func fields(_ cell: String) -> HeaderFields {
        var fields: HeaderFields = [:]
        for part in cell.split(separator: "`", omittingEmptySubsequences: false).enumerated() where part.offset % 2 == 1
        {
            guard let end = part.element.firstRange(of: ": "),
                let name = HeaderFields.Name(String(part.element[..<end.lowerBound]))
            else { continue }
            fields[name] = String(part.element[end.upperBound...])
        }
        return fields
    }

    @Test func `each row of the table of the server's fields is true`() throws {
        let rows = try Article.table("| the server says |")
        #expect(rows.count >= 12)
        for row in rows {
            let computed = try outcomes(fields(row[0]))
            #expect(Array(row.dropFirst()) == computed, "| \(row[0]) | \(computed.joined(separator: " | ")) |")
        }
    }

    @Test func `each row of the table of your settings is true`() throws {
        let changes: [String: (Resource<Response>) -> Resource<Response>] = [
            "nothing": { $0 },
            "`.cached(for: .seconds(300))`": { $0.cached(for: .seconds(300)) },
            "`.cached(for: .seconds(60), staleWhileRevalidating: .seconds(300))`": {
                $0.cached(for: .seconds(60), staleWhileRevalidating: .seconds(300))
            },
            "`.cached(for: .seconds(60), staleIfError: .seconds(300))`": {
                $0.cached(for: .seconds(60), staleIfError: .seconds(300))
            },
            "`.validated()`": { $0.validated() },
            "`.refreshed()`": { $0.refreshed() },
            "`.onlyIfCached()`": { $0.onlyIfCached() },
            "`.uncached()`": { $0.uncached() },
        ]
        let rows = try Article.table("| you say |")
        #expect(rows.count == changes.count)
        for row in rows {
            let change = try #require(changes[row[0]], "\(row[0])")
            let computed = try outcomes(["Cache-Control": "max-age=60", "ETag": "\"1\""], change)
            #expect(Array(row.dropFirst()) == computed, "| \(row[0]) | \(computed.joined(separator: " | ")) |")
        }
    }
}
