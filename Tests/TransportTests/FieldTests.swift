import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Fields, as they are sent and as they come (RFC 9110, section 5).
@Suite(.knownDifferences) struct FieldTests {
    @Test(arguments: Subject.allCases) func `fields come in their order and spelling, repeated ones one by one`(
        subject: Subject
    ) async throws {
        let fields: HeaderFields = [
            "Set-Cookie": "a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT", "X-Zebra": "1", "eTaG": "\"x\"",
            "Set-Cookie": "c=2, d", "x-zebra": "2", "X-Apple": "3",
        ]
        let service = try Service(subject) { _ in Response(headerFields: fields) }
        let response = try await service.webservice.load(echo())
        try await subject.check(.fieldsLoseOrder) {
            let own = response.headerFields.filter { fields.contains($0.name) }
            #expect(own.map(\.name.rawName) == fields.map(\.name.rawName))
            #expect(own.map(\.value) == fields.map(\.value))
        }
        #expect(response.headerFields["ETag"] == "\"x\"")
        #expect(response.headerFields["x-apple"] == "3")
    }

    @Test(arguments: Subject.allCases) func `the spelling of a name does not matter`(subject: Subject) async throws {
        let service = try Service(subject) { _ in Response(headerFields: ["x-lower": "1", "X-UPPER": "2"]) }
        let fields = try await service.webservice.load(echo()).headerFields
        #expect(fields["X-Lower"] == "1" && fields["x-upper"] == "2")
    }

    @Test(arguments: Subject.allCases) func `a value that is not ASCII is sent and comes back as UTF-8`(
        subject: Subject
    ) async throws {
        let service = try Service(subject) { request in
            Response(headerFields: ["X-Back": "\(request.headerFields["X-Sent"] ?? "")"])
        }
        let response = try await service.webservice.load(echo(headerFields: ["X-Sent": "café 日本 🎧"]))
        #expect(service.requests.first?.headerFields["X-Sent"] == "café 日本 🎧")
        #expect(response.headerFields["X-Back"] == "café 日本 🎧")
    }

    @Test(arguments: Subject.allCases, [HeaderFields.Name("Content-Length"), "Transfer-Encoding", "content-length"])
    func `what frames the body can't be set`(subject: Subject, name: HeaderFields.Name) async throws {
        let service = try Service(subject) { _ in Response() }
        let fields = HeaderFields([try HeaderFields.Field(name, name == "Transfer-Encoding" ? "chunked" : "3")])
        let error = await #expect(throws: LoadError.self) {
            try await service.webservice.load(
                echo(method: .post, headerFields: fields, body: .data(Data("12345".utf8))))
        }
        #expect(error?.stage == .request)
        #expect(service.requests.isEmpty)
    }

    @Test(arguments: Subject.allCases, ["a\r\nX-Smuggled: 1", "a\nX-Smuggled: 1", "a\rb", "a\0b"])
    func `a value can't break out of its line`(subject: Subject, value: String) async throws {
        let service = try Service(subject) { _ in Response() }
        let error = await #expect(throws: LoadError.self) {
            var fields = HeaderFields()
            fields["X-A"] = value
            return try await service.webservice.load(echo(headerFields: fields))
        }
        #expect(error?.stage == .request)
        #expect(service.requests.isEmpty)
    }

    @Test(
        arguments: Subject.overSockets,
        [
            "a\r\nX-Smuggled: 1\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n", "a%0D%0AX-Smuggled:%201",
            "a HTTP/1.1\r\nX-Smuggled: 1\r\n\r\n", "a\nb", "a\u{2028}b", "a\u{0}b", "?q=\r\nX-Smuggled: 1",
            "a\u{560A}\u{560D}X-Smuggled: 1", "\\\\a\tb",
        ])
    func `no URL that can be made is sent as more than one request`(subject: Subject, path: String) async throws {
        let server = try LoopbackServer { _ in Response(body: Data("one".utf8)) }
        guard let url = URL(string: server.baseURL.absoluteString + path) else { return }
        let response = try? await server.webservice(subject).load(echo(url.absoluteString))
        #expect(server.requests.count == (response == nil ? 0 : 1))
        #expect(response == nil || response?.text == "one")
        #expect(server.requests.allSatisfy { !$0.headerFields.contains("X-Smuggled") && $0.method == .get })
    }

    @Test(arguments: Subject.overSockets) func `the strangest method and field that can be made are sent as such`(
        subject: Subject
    ) async throws {
        let token = "!#$%&'*+-.^_`|~09aZ"
        let server = try LoopbackServer { _ in Response() }
        let method = try #require(Request.Method(token))
        let field = try HeaderFields.Field(#require(HeaderFields.Name(token)), ": a;,\"\\ \u{7F}")
        _ = try await server.webservice(subject).load(echo(method: method, headerFields: HeaderFields([field])))
        #expect(server.requests.map(\.method.rawValue) == [token])
        #expect(server.requests.first?.headerFields[field.name] == field.value)
    }
}
