import ResourcefulIdentity
import ResourcefulStreams
import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Cookies over sockets: they come with any hop, and go along with the next one.
@Suite(.permit) struct CookieTests {
    /// A service that signs in by a redirection, as most do.
    private static func server() throws -> LoopbackServer {
        try LoopbackServer { request in
            guard request.url.path() == "/login" else {
                return Response(body: Data((request.headerFields["Cookie"] ?? "none").utf8))
            }
            var response = Response(status: 302, headerFields: ["Location": "/home"])
            for line in ["session=1; Path=/; HttpOnly", "seen=2; Expires=Sun, 06 Nov 2094 08:49:37 GMT; Path=/"] {
                response.headerFields.append(try HeaderFields.Field("Set-Cookie", line))
            }
            return response
        }
    }

    @Test(arguments: Subject.overSockets) func `signing in by a redirection works`(subject: Subject) async throws {
        let server = try Self.server()
        let webservice = server.webservice(subject, policies: [.cookies()])
        #expect(try await webservice.load(echo("before")).text == "none")
        #expect(try await webservice.load(echo("login", method: .post)).text == "session=1; seen=2")
        #expect(try await webservice.load(echo("after")).text == "session=1; seen=2")
        #expect(await webservice.cookies(for: server.baseURL).map(\.name) == ["session", "seen"])
        await webservice.removeCookies { $0.expiry == nil }
        #expect(try await webservice.load(echo("later")).text == "seen=2")
    }

    @Test(arguments: Subject.overSockets) func `two users of one service are two stores`(subject: Subject) async throws
    {
        let server = try Self.server()
        let (one, other) = (
            server.webservice(subject, policies: [.cookies()]), server.webservice(subject, policies: [.cookies()])
        )
        _ = try await one.load(echo("login"))
        #expect(try await other.load(echo("home")).text == "none")
        #expect(try await one.load(echo("home")).text == "session=1; seen=2")
    }

    @Test(arguments: Subject.overSockets) func `a stream brings cookies, and sets them`(subject: Subject) async throws {
        let server = try Self.server()
        let webservice = server.webservice(subject, policies: [.cookies()])
        var text = ""
        for try await bytes in webservice.stream(of: .bytes("login", timeout: nil)) {
            text += String(decoding: bytes, as: UTF8.self)
        }
        #expect(text == "session=1; seen=2")
        #expect(try await webservice.load(echo("home")).text == text)
    }
}
