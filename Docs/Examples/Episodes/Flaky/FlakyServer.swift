import ExampleSupport
import Resourceful
import ResourcefulTesting

/// The podcast on a server that fails on purpose, once for each kind of fault.
///
/// Its token has expired, it is overloaded, and it cuts a body off. And the first of its two hosts is
/// dead: its port is closed.
final class FlakyServer: Sendable {
    /// The host that is no longer served.
    let deadURL: URL
    let server: LoopbackServer

    init() throws {
        let podcast = Shelf(Podcast())
        let troubles = Guarded(Troubles())
        server = try LoopbackServer(answering: { request in
            try troubles.withLock { troubles in
                Result { try troubles.answer(to: request) { try PodcastServer.respond(to: $0, podcast: podcast) } }
            }.get()
        })
        // A port that was free a moment ago.
        let dead = try LoopbackServer { _ in Response() }
        deadURL = dead.baseURL
        dead.stop()
    }

    /// The remaining faults.
    private struct Troubles: Sendable {
        private var overloads = 1
        private var cuts = 1
        private var tokens = 1

        mutating func answer(
            to request: Request, by respond: (Request) throws -> Response
        ) throws -> LoopbackServer.Answer {
            if request.url.path(percentEncoded: false) == "/token" {
                tokens += 1
                return .response(Response(body: Data(#"{"access_token":"token-\#(tokens)","expires_in":3600}"#.utf8)))
            }
            if overloads > 0 {
                overloads -= 1
                return .response(Response(status: 503, headerFields: ["Retry-After": "1"]))
            }
            guard request.headerFields.authorization == "Bearer token-2" else {
                return .response(
                    Response(status: 401, headerFields: ["WWW-Authenticate": #"Bearer error="invalid_token""#]))
            }
            let response = try respond(request)
            if cuts > 0 {
                cuts -= 1
                return .faulty(response, .cutShort(after: 100))
            }
            return .response(response)
        }
    }
}
