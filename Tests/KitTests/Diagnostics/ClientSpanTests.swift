import ResourcefulDiagnostics
import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A golden span for each row of OpenTelemetry's semantic conventions for HTTP client spans.
struct ClientSpanTests {
    private static let url = URL(string: "https://api.example.org/episodes/7?page=2")!

    private static func request(_ change: (inout Request) -> Void = { _ in }) -> Request {
        var request = Request(url: url)
        change(&request)
        return request
    }

    private static func span(
        _ request: Request = request(), _ response: Response? = Response(), _ options: SpanOptions = SpanOptions(),
        error: any Error = CancellationError()
    ) -> ClientSpan {
        var span = ClientSpan(sending: request, at: Date(timeIntervalSince1970: 0), including: options)
        if let response {
            span.end(with: response, after: .seconds(1))
        } else {
            span.end(withErrorType: LoadEvent.errorType(of: error), after: .seconds(1))
        }
        return span
    }

    private static let required = """
        GET (client, unset)
          http.request.method = GET
          http.response.status_code = 200
          server.address = api.example.org
          server.port = 443
          url.full = https://api.example.org/episodes/7?page=2
        """

    @Test func `required: the method, the server, the URL, the status`() {
        #expect(Self.span().description == Self.required)
    }

    @Test func `http_request_method: a method that is not known is _OTHER, and its text another attribute`() {
        let span = Self.span(Self.request { $0.method = "PURGE" })
        #expect(
            span.description == """
                HTTP (client, unset)
                  http.request.method = _OTHER
                  http.request.method_original = PURGE
                  http.response.status_code = 200
                  server.address = api.example.org
                  server.port = 443
                  url.full = https://api.example.org/episodes/7?page=2
                """)
        // Methods are case-sensitive.
        #expect(Self.span(Self.request { $0.method = "get" }).attributes["http.request.method"] == "_OTHER")
        for method: Request.Method in [.get, .head, .post, .put, .patch, .delete, .options] {
            let span = Self.span(Self.request { $0.method = method })
            #expect(span.name == method.rawValue)
            #expect(span.attributes["http.request.method"] == .string(method.rawValue))
            #expect(span.attributes["http.request.method_original"] == nil)
        }
    }

    @Test(
        arguments: [
            ("http://example.org", "example.org", 80), ("https://EXAMPLE.org:8443/a", "example.org", 8443),
            ("http://[::1]:8080/", "::1", 8080), ("http://127.0.0.1/", "127.0.0.1", 80),
        ])
    func `server_address and server_port: without brackets, and with the port of the scheme`(
        text: String, host: String, port: Int
    ) throws {
        let span = Self.span(Request(url: try #require(URL(string: text))))
        #expect(span.attributes["server.address"] == .string(host))
        #expect(span.attributes["server.port"] == .int(port))
    }

    @Test func `error_type: the status from 400 on`() {
        for code: Response.Status in [100, 204, 302, 304, 399] {
            let span = Self.span(Self.request(), Response(status: code))
            #expect(span.status == .unset && span.attributes["error.type"] == nil)
        }
        for code: Response.Status in [400, 404, 500, 599] {
            let span = Self.span(Self.request(), Response(status: code))
            #expect(span.status == .error && span.attributes["error.type"] == .string("\(code.code)"))
            #expect(span.attributes["http.response.status_code"] == .int(code.code))
        }
    }

    private struct Own: Error {}

    @Test func `error_type: the kind of error, and then there is no code; what was canceled is no error`() {
        let url = Self.request()
        let cases: [(any Error, String)] = [
            (TransportError(.timedOut, "hunter2"), "timedOut"), (TransportError(.cannotConnect, ""), "cannotConnect"),
            (TransportError(.other, "hunter2"), "_OTHER"), (CancellationError(), "CancellationError"),
            (RequestError("hunter2"), "RequestError"), (Own(), "Own"),
            (LoadError(stage: .status, request: url), "LoadError"),
            (
                LoadError(stage: .transport, request: url, underlyingError: TransportError(.insecure, "")), "insecure"
            ),
        ]
        for (error, type) in cases {
            let span = Self.span(Self.request(), nil, error: error)
            #expect(
                span.description == """
                    GET (client, \(error is CancellationError ? "unset" : "error"))
                      error.type = \(type)
                      http.request.method = GET
                      server.address = api.example.org
                      server.port = 443
                      url.full = https://api.example.org/episodes/7?page=2
                    """)
        }
    }

    @Test func `http_request_resend_count: only if the request was sent before`() {
        #expect(Self.span(Self.request { $0.resendCount = 0 }).description == Self.required)
        #expect(Self.span(Self.request { $0.resendCount = 3 }).attributes["http.request.resend_count"] == 3)
    }

    @Test func `network_protocol_version: if the transport knows it`() {
        for (text, version) in [("HTTP/1.1", "1.1"), ("HTTP/2", "2"), ("HTTP/3", "3"), ("HTTP/1.0", "1.0")] {
            var response = Response()
            response.metrics = ExchangeMetrics()
            response.metrics?.httpVersion = text
            #expect(Self.span(Self.request(), response).attributes["network.protocol.version"] == .string(version))
        }
    }

    @Test func `url_template: in the name, if the request has one`() {
        let span = Self.span(Self.request().urlTemplate("/episodes/{id}"))
        #expect(span.name == "GET /episodes/{id}")
        #expect(span.attributes["url.template"] == "/episodes/{id}")
        let purge = Self.request { $0.method = "PURGE" }.urlTemplate("/episodes/{id}")
        #expect(Self.span(purge).name == "HTTP /episodes/{id}")
    }

    @Test func `a redirect to another URL has no template, and a retry keeps it`() throws {
        var run = DryRun(policies: [.tracing()]) { request in
            Response(status: request.path == "/a" ? 302 : 200, headerFields: ["Location": "/b"])
        }
        _ = try run.load(Plan.send(Request(url: URL(string: "https://example.org/a")!).urlTemplate("/{name}")))
        #expect(run.requests.map { ClientSpan(sending: $0, at: Date()).name } == ["GET /{name}", "GET"])
    }

    @Test func `opt-in: fields, user_agent_original, url_scheme and the sizes of bodies`() {
        let options = SpanOptions(
            requestFields: ["X-Request-ID", "Authorization", "X-None"], responseFields: ["Server", "Set-Cookie"],
            hasUserAgent: true, hasScheme: true, hasBodySizes: true)
        let request = Self.request {
            $0.method = .put
            $0.body = .data(Data("abc".utf8))
            $0.headerFields = [
                "x-request-id": "1", "X-Request-ID": "2", "Authorization": "hunter2", "User-Agent": "a/1",
            ]
        }
        let response = Response(headerFields: ["Server": "s", "Set-Cookie": "hunter2", "Content-Length": "9"])
        #expect(
            Self.span(request, response, options).description == """
                PUT (client, unset)
                  http.request.body.size = 3
                  http.request.header.authorization = [[redacted]]
                  http.request.header.x-request-id = [1, 2]
                  http.request.method = PUT
                  http.response.body.size = 9
                  http.response.header.server = [s]
                  http.response.header.set-cookie = [[redacted]]
                  http.response.status_code = 200
                  server.address = api.example.org
                  server.port = 443
                  url.full = https://api.example.org/episodes/7?page=2
                  url.scheme = https
                  user_agent.original = a/1
                """)
        // Nothing of it without asking.
        #expect(Self.span(request, response).attributes.count == 5)
    }

    @Test func `the metric has few values and no URL`() {
        let span = Self.span(
            Self.request().urlTemplate("/episodes/{id}"), Response(status: 503), SpanOptions(hasScheme: true))
        #expect(
            span.metricAttributes.keys.sorted() == [
                "error.type", "http.request.method", "http.response.status_code", "server.address", "server.port",
                "url.scheme", "url.template",
            ])
        #expect(ClientSpan.durationMetric == "http.client.request.duration")
        #expect(ClientSpan.durationBoundaries == ClientSpan.durationBoundaries.sorted())
        #expect(ClientSpan.durationBoundaries.count == 14)
    }

    @Test func `no secret is in a span, wherever it was in the request and the response`() throws {
        let canary = "hunter2canary"
        var options = SpanOptions(hasUserAgent: true, hasScheme: true, hasBodySizes: true)
        options.requestFields = [
            "Authorization", "Cookie", "Proxy-Authorization", "X-Api-Key", "X-Auth-Token", "Referer", "X-Own",
        ]
        options.responseFields = ["Set-Cookie", "Location", "X-Session-Token", "X-Echo"]
        let names = [
            "access_token", "api_key", "apikey", "password", "client_secret", "signature", "sig", "X-Amz-Signature",
            "X-Goog-Signature", "AWSAccessKeyId", "token", "refresh_token", "session_token",
        ]
        for name in names {
            let text = "https://user:\(canary)@api.example.org/a?\(name)=\(canary)&page=1#\(name)=\(canary)"
            var request = Request(
                url: try #require(URL(string: text)), method: .post,
                headerFields: [
                    "Authorization": "Bearer \(canary)", "Cookie": "a=\(canary)", "X-Api-Key": canary,
                    "X-Auth-Token": canary, "Referer": text, "Proxy-Authorization": "Basic \(canary)",
                ])
            request.body = .form([name: canary])
            let response = Response(
                status: 401,
                headerFields: ["Set-Cookie": "a=\(canary)", "Location": text, "X-Session-Token": canary],
                body: Data(canary.utf8), url: request.url)
            var spans = [Self.span(request, response, options)]
            spans.append(Self.span(request, nil, options, error: TransportError(.other, canary)))
            spans.append(
                Self.span(request, nil, options, error: LoadError(stage: .transport, request: request)))
            for span in spans {
                var dumped = ""
                dump(span, to: &dumped)
                #expect(!"\(span)".contains(canary) && !dumped.contains(canary), "\(name)\n\(span)")
            }
        }
    }

    @Test func `a span has the trace and the identifier that were sent, and its parent`() throws {
        let given = try #require(
            TraceContext(traceparent: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"))
        var run = DryRun(policies: [.tracing()]) { _ in Response() }
        _ = try run.load(Plan.send(Self.request().trace(given)))
        _ = try run.load(Plan.send(Self.request()))
        let spans = run.requests.map { ClientSpan(sending: $0, at: Date()) }
        #expect(spans.map { $0.context?.traceparent } == run.requests.map { $0.headerFields["traceparent"] })
        #expect(spans.map(\.parentID) == [given.spanID, nil])
        #expect(ClientSpan(sending: Self.request(), at: Date()).context == nil)
    }

    @Test func `a span comes from the event of its end, and from no other`() throws {
        let (request, date) = (Self.request(), Date(timeIntervalSince1970: 100))
        let kinds: [LoadEvent.Kind] = [
            .planned(""), .sent(request, attempt: 1), .waited(.seconds(1)), .finished(LoadEnd()),
            .decided(LoadDecision(.retry, "")),
        ]
        for kind in kinds { #expect(ClientSpan(LoadEvent(load: 1, date: date, kind: kind)) == nil) }
        let received = LoadEvent(
            load: 1, date: date, kind: .received(Response(), for: request, attempt: 1, after: .seconds(2)))
        let span = try #require(ClientSpan(received))
        #expect(span.start == Date(timeIntervalSince1970: 98) && span.duration == .seconds(2))
        let failed = LoadEvent.Kind.failed(request, "text", attempt: 1, after: .seconds(2))
        #expect(ClientSpan(LoadEvent(load: 1, date: date, kind: failed))?.attributes["error.type"] == "_OTHER")
        let known = LoadEvent(load: 1, date: date, kind: failed, errorType: "timedOut")
        #expect(ClientSpan(known)?.attributes["error.type"] == "timedOut")
    }
}
