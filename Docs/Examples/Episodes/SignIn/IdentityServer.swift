import ExampleSupport
import Resourceful
import ResourcefulTesting

/// The podcast for users who have signed in: an authorization server for the device
/// flow (RFC 8628), and a list that needs the token.
final class IdentityServer: Sendable {
    let server: LoopbackServer

    /// Creates a server whose user agrees after a number of requests, and whose tokens are valid for a time.
    init(questions: Int = 2, lifetime: Int = 2) throws {
        let podcast = Shelf(Podcast())
        let state = Guarded(State(questions: questions, lifetime: lifetime))
        server = try LoopbackServer(answering: { request in
            .response(
                try state.withLock { state in
                    Result { try state.answer(to: request) { try PodcastServer.respond(to: $0, podcast: podcast) } }
                }.get())
        })
    }

    private struct State: Sendable {
        var questions: Int
        let lifetime: Int
        private var tokens = 0

        init(questions: Int, lifetime: Int) { (self.questions, self.lifetime) = (questions, lifetime) }

        mutating func answer(to request: Request, by respond: (Request) throws -> Response) throws -> Response {
            switch request.url.path(percentEncoded: false) {
            case "/.well-known/oauth-authorization-server": return Self.metadata(at: request.url)
            case "/device":
                let link = request.url.origin + "/activate"
                return .json(
                    [
                        "device_code": "d1", "user_code": "WDJB-MJHT", "verification_uri": JSON(link),
                        "expires_in": 600,
                        "interval": 1,
                    ])
            case "/token": return try token(for: request)
            default:
                guard tokens > 0, request.headerFields.authorization == "Bearer token-\(tokens)" else {
                    return Response(status: 401, headerFields: ["WWW-Authenticate": "Bearer"])
                }
                return try respond(request)
            }
        }

        private mutating func token(for request: Request) throws -> Response {
            let form = Query(
                parsing: String(decoding: try request.body?.encoded() ?? Data(), as: UTF8.self), spaces: .plus)
            if form.values(of: "grant_type") != ["refresh_token"], questions > 0 {
                questions -= 1
                return .json(["error": "authorization_pending"], status: 400)
            }
            tokens += 1
            return .json(
                [
                    "access_token": JSON("token-\(tokens)"), "refresh_token": JSON("refresh-\(tokens)"),
                    "token_type": "Bearer", "expires_in": JSON(lifetime),
                ])
        }

        /// The server's metadata (RFC 8414).
        private static func metadata(at url: URL) -> Response {
            let origin = url.origin
            return .json(
                [
                    "issuer": JSON(origin), "token_endpoint": JSON("\(origin)/token"),
                    "device_authorization_endpoint": JSON("\(origin)/device"),
                ])
        }
    }
}

extension Response {
    fileprivate static func json(_ value: JSON, status: Response.Status = 200) -> Response {
        Response(status: status, headerFields: ["Content-Type": "application/json"], body: Data("\(value)".utf8))
    }
}

extension URL {
    /// `http://127.0.0.1:8080`.
    var origin: String { "\(scheme ?? "http")://\(host() ?? "")\(port.map { ":\($0)" } ?? "")" }
}
