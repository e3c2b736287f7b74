import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct RedirectLimitTests {
    /// A server that redirects so many times in a row; more than any limit by itself.
    private func run(redirects count: Int) -> DryRun {
        DryRun { request in
            let number = Int(request.url.lastPathComponent) ?? 0
            guard number < count else { return Response() }
            var response = Response(status: 302)
            response.headerFields["Location"] = "/\(number + 1)"
            return response
        }
    }

    @Test func `twenty redirects in a row are followed`() throws {
        var run = run(redirects: 20)
        let response = try run.load(Plan.send(Request(url: Sample.url)))
        #expect(run.requests.count == 21)
        #expect(response.url?.path == "/20")
    }

    @Test func `the responses on the way are the history of the last one`() throws {
        var run = run(redirects: 3)
        let response = try run.load(Plan.send(Request(url: Sample.url)))
        #expect(response.history.map(\.status) == [302, 302, 302])
        #expect(response.history.map { $0.headerFields["Location"] } == ["/1", "/2", "/3"])
        #expect(response.history.map { $0.url?.path } == [Sample.url.path, "/1", "/2"])
        #expect(response.history.allSatisfy { $0.body.isEmpty && $0.history.isEmpty })
        var direct = self.run(redirects: 0)
        #expect(try direct.load(Plan.send(Request(url: Sample.url))).history.isEmpty)
    }

    @Test func `twenty-one are too many`() {
        var run = run(redirects: 21)
        let error = #expect(throws: LoadError.self) { try run.load(Resource<Data>(url: Sample.url)) }
        #expect(run.requests.count == 21)
        #expect(error?.stage == .status)
        #expect(error?.response?.history.count == 20)
        #expect(error?.status == 302)
        #expect((error?.underlyingError as? TransportError)?.kind == .cannotRedirect)
        #expect(
            error?.description
                == """
                GET https://example.org/20 (redirected from GET https://example.org/episodes) was answered with \
                302 Found: there are more than 20 redirects in a row
                """)
    }

    @Test func `too many redirects are not retried`() {
        var retried = DryRun(policies: [.retry(upTo: 3)]) { _ in
            Response(status: 307, headerFields: ["Location": "/again"])
        }
        #expect(throws: LoadError.self) { try retried.load(Resource<Data>(url: Sample.url)) }
        #expect(retried.requests.count == 21)
        #expect(retried.elapsed == .zero)
    }

    @Test func `a policy outside sees one request and its last response`() throws {
        var seen: [String] = []
        var run = DryRun(policies: [.none]) { request in
            seen.append(request.url.path)
            return request.url.path == "/last" ? Response() : Response(status: 301, headerFields: ["Location": "/last"])
        }
        let counted = Policy { request, next in
            next(request).map { response in
                var response = response
                response.headerFields["X-Seen"] = "\(request.url.path) \(response.status.code)"
                return response
            }
        }
        let response = try run.load(Plan.send(Request(url: Sample.url)).applying(counted))
        #expect(response.headerFields.values(of: "X-Seen") == ["/episodes 200"])
        #expect(seen == ["/episodes", "/last"])
    }
}
