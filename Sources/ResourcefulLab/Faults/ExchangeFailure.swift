/// A way an exchange of a request and a response fails, both under a `DryRun` and over a connection.
#if hasAttribute(nonexhaustive)
    @nonexhaustive
#endif
public enum ExchangeFailure: Hashable, Sendable, CustomStringConvertible {
    /// The connection is refused: the server never sees the request.
    case refused
    /// The server performs the request, but its answer doesn't arrive in time.
    case timedOut
    /// The server performs the request, and the connection breaks during the answer.
    case reset
    /// The server doesn't perform the request, and answers with a status.
    case status(Response.Status)
    /// The server performs the request, but the body of its answer is empty.
    case empty
    /// The server performs the request, but half of the body of its answer is missing, and the transport doesn't detect
    /// it.
    case truncated
    /// The server performs the request, but the body of its answer is JSON of another shape.
    case wrongJSON
    /// The server doesn't perform the request, and redirects it to the same path below another URL (307), which keeps
    /// its method and body (RFC 9110, section 15.4.8).
    case redirected(to: URL)
    /// The server doesn't perform the request, and answers with a status, and a body and a field that repeat the
    /// request's URL, fields and body.
    case echoed(Response.Status)
    /// The process ends before one of its effects, and what was in memory is gone: `DryRun.explore` begins the load
    /// again with the store and the cache, and the same server. Elsewhere it is `reset`.
    case crashed

    /// The failures that every program should handle.
    public static let all: [ExchangeFailure] = [
        .refused, .timedOut, .reset, .status(401), .status(429), .status(500), .empty, .truncated, .wrongJSON,
    ]

    /// The failure in a few words.
    public var description: String {
        switch self {
        case .refused: "refused"
        case .timedOut: "timed out"
        case .reset: "reset"
        case .status(let status): "\(status)"
        case .empty: "empty"
        case .truncated: "truncated"
        case .wrongJSON: "wrong JSON"
        case .redirected(let url): "redirected to \(Redaction.standard.redacted(url))"
        case .echoed(let status): "\(status) with an echo"
        case .crashed: "crashed"
        }
    }

    /// Returns the response that replaces the server's answer, as a transport would return it.
    ///
    /// - Throws: `TransportError` if there's no response; the errors of the server.
    package func response(to request: Request, from server: (Request) throws -> Response) throws -> Response {
        switch self {
        case .refused: throw TransportError(.cannotConnect, "connection refused")
        case .status(let status): return Self.refusal(status)
        case .redirected(let url): return Self.redirect(of: request, to: url)
        case .echoed(let status): return Self.echo(of: request, status)
        case .timedOut:
            _ = try server(request)
            throw TransportError(.timedOut, "no answer came in time")
        case .reset, .crashed:
            _ = try server(request)
            throw TransportError(.connectionLost, "connection reset by the server")
        case .empty, .truncated, .wrongJSON: return spoilt(try server(request))
        }
    }

    /// Returns a refusal, with the field that its status requires (RFC 9110, section 11.6.1; RFC 6585).
    static func refusal(_ status: Response.Status) -> Response {
        switch status {
        case 401: Response(status: status, headerFields: ["WWW-Authenticate": "Bearer"])
        case 429, 503: Response(status: status, headerFields: ["Retry-After": "1"])
        default: Response(status: status)
        }
    }

    /// Returns the response with another body.
    func spoilt(_ response: Response) -> Response {
        var response = response
        switch self {
        case .empty: response.body = Data()
        case .truncated: response.body = response.body.prefix(response.body.count / 2)
        case .wrongJSON:
            let isObject = response.body.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } == UInt8(ascii: "{")
            response.body = Data((isObject ? #"["not what was asked for"]"# : #"{"not":"what was asked for"}"#).utf8)
        case .refused, .timedOut, .reset, .status, .redirected, .echoed, .crashed: break
        }
        response.headerFields["Content-Length"] = nil
        return response
    }
}

extension ExchangeFailure {
    /// Returns a redirect of a request to the same path below a URL.
    static func redirect(of request: Request, to url: URL) -> Response {
        let path = request.url.path(percentEncoded: true).drop { $0 == "/" }
        let base = url.absoluteString
        return Response(
            status: 307, headerFields: ["Location": base.hasSuffix("/") ? "\(base)\(path)" : "\(base)/\(path)"])
    }

    /// Returns a response that repeats a request.
    static func echo(of request: Request, _ status: Response.Status) -> Response {
        let lines = request.headerFields.map { "\($0.name): \($0.value)" }
        let echo: JSON = [
            "message": "not understood", "url": JSON(request.url.absoluteString), "got": JSON(lines.map { JSON($0) }),
            "content": JSON(String(decoding: request.body?.data ?? Data(), as: UTF8.self)),
        ]
        var response = Response(
            status: status, headerFields: ["Content-Type": "application/json"], body: Data(String(echo).utf8))
        response.headerFields["X-Got"] = lines.joined(separator: "; ")
        return response
    }
}
