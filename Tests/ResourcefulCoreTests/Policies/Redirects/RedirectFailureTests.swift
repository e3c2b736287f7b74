import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What a failure behind redirects says: which request failed, and where it came from.
struct RedirectFailureTests {
    private static let base = URL(string: "https://example.org/api/")!

    /// The error of a POST to `/a` that is redirected to `/b`, and there again.
    private func error(
        _ resource: Resource<[String]>, after statuses: [Response.Status] = [303],
        last: @escaping @Sendable () throws -> Response
    ) throws -> LoadError {
        let count = statuses.count
        var run = DryRun(baseURL: Self.base) { request in
            let hop = request.url.lastPathComponent == "a" ? 0 : Int(request.url.lastPathComponent.dropFirst()) ?? 0
            guard hop < count else {
                var response = try last()
                response.url = request.url
                return response
            }
            let location = "/api/b\(hop + 1)?token=geheimnis"
            return Response(status: statuses[hop], headerFields: ["Location": "\(location)"], url: request.url)
        }
        return try #require(#expect(throws: LoadError.self) { try run.load(resource) })
    }

    private static func post(_ path: String) -> Resource<[String]> {
        Resource(json: Request(url: URL(string: path)!, method: .post, body: .json(["id": 7])))
    }

    private static let told =
        "GET https://example.org/api/b1?token=redacted (redirected from POST https://example.org/api/a)"

    @Test(arguments: ["a", "https://example.org/api/a"]) func `a refusal names the request that was refused`(
        path: String
    ) throws {
        let error = try error(Self.post(path)) { Response(status: 500) }
        #expect(error.description == "\(Self.told) was answered with 500 Internal Server Error")
        #expect(error.debugDescription.hasPrefix("\(Self.told)\n500 Internal Server Error"))
        #expect(error.request.method == .post && error.request.url.path == "/api/a")
    }

    @Test func `so does a response that can't be read, and a connection that is lost`() throws {
        let unreadable = try error(Self.post("a")) { Response(body: Data("{".utf8)) }
        #expect(unreadable.description.hasPrefix("\(Self.told) was answered with 200 OK, but can't be read: "))
        let lost = try error(Self.post("a")) { throw TransportError(.connectionLost, "it ended") }
        #expect(lost.description == "\(Self.told) failed: it ended")
        #expect(lost.request.method == .get && lost.request.url.path == "/api/b1")
    }

    @Test(arguments: [([303, 307], "GET"), ([307, 308], "POST"), ([307, 302], "GET"), ([301, 302, 303], "GET")])
    func `after several redirects, the first and the last one are named`(
        statuses: [Response.Status], method: String
    ) throws {
        let told = "\(method) https://example.org/api/b\(statuses.count)?token=redacted (redirected from POST "
        for status in [Response.Status(404), nil] {
            let error = try error(Self.post("a"), after: statuses) {
                guard let status else { throw TransportError(.timedOut, "late") }
                return Response(status: status)
            }
            #expect(error.description.hasPrefix(told + "https://example.org/api/a) "), "\(error)")
        }
    }

    @Test func `without a redirect, one request is named`() throws {
        var run = DryRun(baseURL: Self.base) { _ in Response(status: 500) }
        let error = try #require(#expect(throws: LoadError.self) { try run.load(Self.post("a")) })
        #expect(error.description == "POST https://example.org/api/a was answered with 500 Internal Server Error")
    }
}
