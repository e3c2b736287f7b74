import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What is sent arrives, and what is answered comes back.
@Suite(.knownDifferences) struct ExchangeTests {
    @Test(arguments: Subject.overSockets) func `a request arrives as it was described`(subject: Subject) async throws {
        let server = try LoopbackServer { _ in Response(body: Data("hello".utf8)) }
        let response = try await server.webservice(subject).load(
            echo("a/b%2Fc?q=1%202#fragment", headerFields: ["X-One": "1", "X-Two": "2"]))
        #expect(response.status == 200)
        #expect(response.text == "hello")
        #expect(response.url?.absoluteString.hasSuffix("#fragment") == true)
        let request = try #require(server.requests.first)
        #expect(request.method == .get)
        #expect(request.url.absoluteString == server.baseURL.absoluteString + "a/b%2Fc?q=1%202")
        #expect(request.headerFields["X-One"] == "1" && request.headerFields["X-Two"] == "2")
        #expect(request.body == nil)
    }

    @Test(arguments: Subject.overSockets) func `lines of one name and empty values arrive as they were described`(
        subject: Subject
    ) async throws {
        let server = try LoopbackServer { _ in Response() }
        let fields: HeaderFields = ["X-One": "1", "X-Two": "2", "x-one": "3", "X-Empty": ""]
        _ = try await server.webservice(subject).load(echo(headerFields: fields))
        let sent = try #require(server.requests.first?.headerFields)
        try await subject.check(.repeatedFieldsInRequests) { #expect(sent.values(of: "X-One") == ["1", "3"]) }
        #expect(sent["X-Empty"] == "")
    }

    @Test(arguments: [Subject.curl]) func `a request has a User-Agent`(subject: Subject) async throws {
        let server = try LoopbackServer { _ in Response() }
        _ = try await server.webservice(subject).load(echo())
        _ = try await server.webservice(subject).load(echo(headerFields: ["User-Agent": "somebody"]))
        #expect(server.requests.map { $0.headerFields.values(of: "User-Agent") } == [["Resourceful"], ["somebody"]])
    }

    @Test(arguments: Subject.allCases) func `every method is sent with a body`(subject: Subject) async throws {
        for method in Self.methods {
            let service = try Service(subject) {
                Response(body: Data("\($0.method) \($0.body?.data?.count ?? 0)".utf8))
            }
            let body = Body.data(Data(repeating: 7, count: 100_000), mediaType: "image/png").allowedWithGet()
            try await subject.check(method.rawValue.uppercased() == "GET" ? .getWithBody : nil) {
                #expect(try await service.webservice.load(echo(method: method, body: body)).text == "\(method) 100000")
                let request = try #require(service.requests.first)
                #expect(request.headerFields["Content-Type"] == "image/png")
                #expect(request.body?.data == body.data, "\(method)")
                #expect(subject == .stub || request.headerFields.values(of: "Content-Length") == ["100000"])
                #expect(!request.headerFields.contains("Transfer-Encoding") && !request.headerFields.contains("Expect"))
            }
        }
    }

    private static let methods: [Request.Method] = [
        "GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "QUERY", "REPORT", "PROPFIND", "get",
    ]

    @Test(arguments: Subject.allCases) func `every method is sent without a body`(subject: Subject) async throws {
        for method in Self.methods {
            let service = try Service(subject) { Response(body: Data("\($0.method)".utf8)) }
            let response = try await service.webservice.load(echo(method: method))
            try await subject.check(method == "get" ? .methodsInCapitals : nil) {
                #expect(response.text == "\(method)")
            }
            let fields = try #require(service.requests.first?.headerFields)
            let expectsBody = ["POST", "PUT", "PATCH"].contains(method.rawValue) && subject != .stub
            let isGet = method.rawValue.uppercased() == "GET"
            try await subject.check(expectsBody || isGet ? nil : .emptyBodies) {
                #expect(fields["Content-Length"] == (expectsBody ? "0" : nil))
            }
            #expect(!fields.contains("Content-Type") && !fields.contains("Transfer-Encoding"), "\(method)")
        }
    }

    @Test(arguments: Subject.overSockets) func `a HEAD request has the fields and no body`(
        subject: Subject
    ) async throws {
        let server = try LoopbackServer { _ in Response(headerFields: ["X-A": "b"], body: Data(count: 1_000)) }
        let response = try await server.webservice(subject).load(echo(method: .head))
        #expect(response.body.isEmpty)
        #expect(response.headerFields["Content-Length"] == "1000")
        #expect(response.headerFields["X-A"] == "b")
        #expect(server.requests.map(\.method) == [.head])
    }

    @Test(arguments: Subject.allCases) func `every status comes through`(subject: Subject) async throws {
        for code in [200, 202, 204, 205, 300, 304, 400, 404, 418, 429, 500, 503, 599] {
            let status = try #require(Response.Status(code))
            let hasBody = ![204, 205, 304].contains(code)
            let service = try Service(subject) { _ in
                Response(status: status, headerFields: ["X-A": "b"], body: Data(hasBody ? "why".utf8 : "".utf8))
            }
            let response = try await service.webservice.load(echo())
            #expect(response.status == status)
            #expect(response.text == (hasBody ? "why" : ""), "\(code)")
            #expect(response.headerFields["X-A"] == "b", "\(code)")
        }
    }

    @Test(arguments: Subject.overSockets) func `a response without a body may say how long it would be`(
        subject: Subject
    ) async throws {
        for (method, status) in [(Request.Method.get, "304 Not Modified"), (.head, "200 OK"), (.get, "204 No Content")]
        {
            let server = try LoopbackServer(
                raw: "HTTP/1.1 \(status)\r\nContent-Length: 100\r\nConnection: close\r\n\r\n")
            #expect(try await server.webservice(subject).load(echo(method: method)).body.isEmpty)
        }
    }

    @Test(arguments: Subject.overSockets, [100, 102, 103]) func `interim responses are skipped`(
        subject: Subject, code: Int
    ) async throws {
        let status = try #require(Response.Status(code))
        let server = try LoopbackServer(answering: { _ in
            let hint = Response(status: status, headerFields: ["Link": "</style.css>"])
            return .informational(
                hint, then: .informational(hint, then: .response(Response(status: 404, body: Data("no".utf8)))))
        })
        let response = try await server.webservice(subject).load(echo())
        #expect(response.status == 404)
        #expect(response.text == "no")
        #expect(!response.headerFields.contains("Link"))
    }

    @Test(arguments: Subject.overSockets) func `an unrequested switch of protocols is an error`(
        subject: Subject
    ) async throws {
        let server = try LoopbackServer(
            raw: "HTTP/1.1 101 Switching Protocols\r\nUpgrade: other\r\nConnection: Upgrade\r\n\r\nother bytes")
        let kind = await server.webservice(subject).kindOfFailure(echo(timeout: .seconds(5)))
        #expect(kind == .malformedResponse || kind == .connectionLost)
    }
}
