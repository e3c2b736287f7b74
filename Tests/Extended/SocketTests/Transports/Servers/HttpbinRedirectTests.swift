import Foundation
import ResourcefulTesting
import Testing

/// Redirects by httpbin, and between httpbin and nginx.
@Suite(.permit, .needsServers) struct HttpbinRedirectTests {
    @Test(arguments: Subject.overSockets, ["redirect/5", "relative-redirect/5", "absolute-redirect/5", "redirect/20"])
    func `a chain is followed to its end`(subject: Subject, path: String) async throws {
        let response = try await subject.load(Servers.httpbin + path)
        #expect(response.status == 200)
        #expect(response.url?.absoluteString == Servers.httpbin + "get")
    }

    @Test(arguments: Subject.overSockets, ["redirect/21", "absolute-redirect/100"])
    func `a chain of more than twenty ends with the last redirection that was followed`(
        subject: Subject, path: String
    ) async throws {
        let response = try await subject.load(Servers.httpbin + path)
        #expect(response.status == 302 && response.history.count == 20)
        let error = #expect(throws: LoadError.self) {
            try echo(Servers.httpbin + path).validating(.standard).value(from: response)
        }
        #expect((error?.underlyingError as? TransportError)?.kind == .cannotRedirect)
    }

    @Test(arguments: Subject.overSockets, [301, 302, 303]) func `a POST becomes a GET without its content`(
        subject: Subject, code: Int
    ) async throws {
        let echo = try await redirected(subject, code, .post)
        #expect(try echo.method.string == "GET")
        #expect(try echo.data.string == "")
        #expect(!echo.headers["Content-Type"].exists)
        #expect(try echo.headers["X-Kept"].string == "yes")
    }

    @Test(arguments: Subject.overSockets, [307, 308]) func `a POST stays what it is`(
        subject: Subject, code: Int
    ) async throws {
        let echo = try await redirected(subject, code, .post)
        #expect(try echo.method.string == "POST")
        #expect(try echo.data.string == "content")
        #expect(try echo.headers["Content-Type"].string == "text/plain")
    }

    @Test(arguments: Subject.overSockets, [301, 302, 307, 308]) func `a PUT stays what it is`(
        subject: Subject, code: Int
    ) async throws {
        let echo = try await redirected(subject, code, .put)
        #expect(try echo.method.string == "PUT")
        #expect(try echo.data.string == "content")
    }

    private func redirected(_ subject: Subject, _ code: Int, _ method: Request.Method) async throws -> JSON {
        let response = try await subject.load(
            Servers.httpbin + "redirect-to?url=/anything%3Fa%3Db&status_code=\(code)", method: method,
            headerFields: ["X-Kept": "yes"], body: .data(Data("content".utf8), mediaType: "text/plain"))
        #expect(response.status == 200)
        let echo = try JSON(parsing: response.body)
        #expect(try echo.args.a.string == "b")
        return echo
    }

    private static let secrets: HeaderFields = ["Authorization": "Bearer secret", "Cookie": "a=1", "X-Kept": "yes"]

    @Test(arguments: Subject.overSockets) func `no secret goes from httpbin to nginx`(subject: Subject) async throws {
        let response = try await subject.load(
            Servers.httpbin + "redirect-to?url=\(Servers.plain)secrets", headerFields: Self.secrets)
        #expect(String(decoding: response.body, as: UTF8.self) == "authorization: , cookie: , kept: yes")
        let direct = try await subject.load(Servers.plain + "secrets", headerFields: Self.secrets)
        #expect(String(decoding: direct.body, as: UTF8.self) == "authorization: Bearer secret, cookie: a=1, kept: yes")
    }

    @Test(arguments: Subject.overSockets) func `no secret goes from nginx to httpbin`(subject: Subject) async throws {
        let response = try await subject.load(Servers.plain + "to-httpbin", headerFields: Self.secrets)
        let fields = try JSON(parsing: response.body).headers
        #expect(!fields["Authorization"].exists && !fields["Cookie"].exists)
        #expect(try fields["X-Kept"].string == "yes")
        #expect(try Servers.httpbin.contains(fields["Host"].string))
    }
}
