import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// RFC 9110, section 15.4: what becomes of the method and the content.
struct RedirectMethodTests {
    private static let methods: [Request.Method] = [
        .get, .head, .post, .put, .patch, .delete, .options, .query, "PROPFIND", "post",
    ]

    /// The method after a redirection, or nil when the request is repeated as it is; the table that fetch agrees with.
    private func newMethod(_ status: Response.Status, _ method: Request.Method) -> Request.Method? {
        switch (status, method) {
        case (301, .post), (302, .post): .get
        case (303, .get), (303, .head): nil
        case (303, _): .get
        default: nil
        }
    }

    private func request(_ method: Request.Method, body: Body?) -> Request {
        let fields: HeaderFields = [
            "Accept": "*/*", "Content-Language": "de", "content-encoding": "identity", "X-Content": "stays",
            "Expect": "100-continue", "Repr-Digest": "sha-256=:AA==:", "digest": "md5=x",
            "Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT",
        ]
        return Request(url: Sample.url, method: method, headerFields: fields, body: body, timeout: .seconds(3))
    }

    private func redirected(_ request: Request, _ status: Response.Status, to location: String) throws -> [Request] {
        var run = DryRun { sent in
            guard sent.url == request.url else { return Response() }
            var response = Response(status: status)
            response.headerFields["Location"] = location
            return response
        }
        _ = try run.load(Plan.send(request))
        return run.requests
    }

    @Test func `the method and the content follow the table, at the same origin and at another`() {
        let cases: [Response.Status] = [301, 302, 303, 307, 308]
        checkEach(cases) { status in
            for method in Self.methods {
                let bodies: [Body?] = [
                    nil, .form(["a": "b"]).allowedWithGet(), .data(Data([1]), mediaType: nil).allowedWithGet(),
                ]
                for body in method == .head ? [nil] : bodies {
                    for location in ["/elsewhere", "https://other.example/elsewhere"] {
                        let first = request(method, body: body)
                        let requests = try redirected(first, status, to: location)
                        let second = try #require(requests.count == 2 ? requests[1] : nil, "\(status)")
                        #expect(second.url.path == "/elsewhere", "\(status)")
                        #expect(second.timeout == first.timeout, "\(status)")
                        if let method = newMethod(status, method) {
                            #expect(second.method == method, "\(status)")
                            #expect(second.body == nil, "\(status)")
                            #expect(second.headerFields == ["Accept": "*/*", "X-Content": "stays"], "\(status)")
                        } else {
                            #expect(second.method == method, "\(status)")
                            #expect(second.body == body, "\(status)")
                            #expect(second.headerFields == requests[0].headerFields, "\(status)")
                        }
                    }
                }
            }
        }
    }

    @Test func `every other status is an outcome, whatever its Location says`() throws {
        for code in 100...999 where ![301, 302, 303, 307, 308].contains(code) {
            let status = try #require(Response.Status(code))
            #expect(try redirected(request(.get, body: nil), status, to: "/elsewhere").count == 1, "\(code)")
        }
    }

    @Test func `a redirection after a redirection continues from the request that was redirected`() throws {
        let locations = ["/episodes": "/1", "/1": "2/", "/2": "?page=3"]
        let statuses: [String: Response.Status] = ["/episodes": 303]
        var run = DryRun { request in
            guard request.url.query == nil, let location = locations[request.url.path] else { return Response() }
            var response = Response(status: statuses[request.url.path] ?? 307)
            response.headerFields["Location"] = location
            return response
        }
        let response = try run.load(Plan.send(request(.post, body: .json(1))))
        #expect(run.requests.map(\.method) == [.post, .get, .get, .get])
        #expect(run.requests.map { $0.body != nil } == [true, false, false, false])
        #expect(response.url?.absoluteString == "https://example.org/2/?page=3")
    }
}
