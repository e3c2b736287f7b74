import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The rules are Core's and are tested there, case by case; here they meet real servers.
struct RedirectTests {
    private let secrets: HeaderFields = ["Authorization": "Bearer secret", "Cookie": "a=1", "X-Kept": "yes"]

    @Test(arguments: Subject.overSockets) func `no secret goes to another origin`(subject: Subject) async throws {
        let other = try LoopbackServer { _ in Response(body: Data("there".utf8)) }
        let server = try LoopbackServer { [url = other.baseURL] _ in
            Response(status: 302, headerFields: ["Location": url.absoluteString])
        }
        let response = try await server.webservice(subject).load(echo(headerFields: secrets))
        #expect(response.body == Data("there".utf8))
        #expect(response.url == other.baseURL)
        #expect(server.requests[0].headerFields["Authorization"] == "Bearer secret")
        #expect(!other.requests[0].headerFields.contains("Authorization"))
        #expect(!other.requests[0].headerFields.contains("Cookie"))
        #expect(other.requests[0].headerFields["X-Kept"] == "yes")
    }

    @Test(arguments: Subject.allCases, [307, 308]) func `a body goes where it is redirected to`(
        subject: Subject, code: Int
    ) async throws {
        let status = try #require(Response.Status(code))
        let service = try Service(subject) { request in
            request.url.lastPathComponent == "new"
                ? Response(body: request.body?.data ?? Data())
                : Response(status: status, headerFields: ["Location": "../new"])
        }
        let body = Body.data(Data("content".utf8))
        let response = try await service.webservice.load(
            echo("old/place", method: .post, headerFields: secrets, body: body))
        #expect(response.body == Data("content".utf8))
        #expect(service.requests.map(\.url.path) == ["/old/place", "/new"])
        #expect(service.requests[1].headerFields["Authorization"] == "Bearer secret")
    }

    @Test(arguments: Subject.allCases) func `a circle ends with the last redirection`(subject: Subject) async throws {
        let service = try Service(subject) { _ in Response(status: 302, headerFields: ["Location": "/again"]) }
        let response = try await service.webservice.load(echo())
        #expect(response.status == 302 && response.history.count == 20)
        #expect(service.requests.count == 21)
    }

    @Test(
        arguments: Subject.allCases,
        ["file:///etc/passwd", "ftp://example.org/", "mailto:a@b", "gopher://x/", "http://"])
    func `only http and https are followed`(subject: Subject, location: String) async throws {
        let service = try Service(subject) { _ in Response(status: 302, headerFields: ["Location": location]) }
        let error = await #expect(throws: LoadError.self) {
            try await service.webservice.load(echo().validating(.standard))
        }
        #expect((error?.underlyingError as? TransportError)?.kind == .cannotRedirect)
        #expect(try await service.webservice.load(echo()).headerFields["Location"] == location)
        #expect(service.requests.count == 2)
    }
}
