extension LoopbackServer.Script {
    /// Creates the script for an answer to a request.
    ///
    /// - Parameter canPersist: Whether the server allows the connection to stay open.
    init(_ answer: LoopbackServer.Answer, to request: LoopbackServer.RequestHead, canPersist: Bool = true) {
        let reply = { (response: Response) in
            LoopbackServer.Reply(
                response: response.sendable, request: request, canPersist: canPersist && request.isPersistent)
        }
        switch answer {
        case .response(let response):
            let isChunked = response.headerFields.tokens(of: "Transfer-Encoding").last == "chunked"
            self = isChunked ? .chunked(reply(response), size: .max) : .whole(reply(response))
        case .chunked(let response, let size, let trailers):
            self = .chunked(reply(response), size: size, trailers: trailers)
        case .untilClose(let response):
            self.init(sending: reply(response).head(.untilClose), reply(response).body, then: .close)
        case .informational(let response, let next):
            self = Self(next, to: request, canPersist: canPersist)
            // HTTP/1.0 has no interim responses (RFC 9110, section 15.2).
            guard request.version == .http11 else { return }
            let interim = LoopbackServer.Reply(response: response.sendable, request: request, canPersist: true)
            moves.insert(.send(interim.head(.length(0))), at: 0)
        case .delayed(let next, let delay):
            self = Self(next, to: request, canPersist: canPersist)
            moves.insert(.pause(delay), at: 0)
        case .throttled(let next, let rate):
            self = Self(next, to: request, canPersist: canPersist)
            moves = moves.map { $0.throttled(to: rate) }
        case .faulty(let response, let fault): self.init(reply(response), fault)
        case .raw(let data): self.init(sending: data, then: .close)
        }
    }

    /// Creates the script that refuses a malformed request.
    init(refusing malformed: LoopbackServer.MalformedRequest) {
        let request = LoopbackServer.RequestHead.unknown
        let response = Response(status: malformed.status, text: malformed.reason)
        self = .whole(.init(response: response, request: request, canPersist: false))
    }

    /// A correct response with Content-Length.
    private static func whole(_ reply: LoopbackServer.Reply) -> Self {
        let framing = LoopbackServer.Reply.Framing.length(reply.response.body.count)
        return Self(sending: reply.head(framing), reply.body, then: reply.persists(framing) ? .persist : .close)
    }

    /// A correct response in chunks. HTTP/1.0 doesn't have them, so there the body ends with the connection (RFC 9112,
    /// 6.1).
    private static func chunked(_ reply: LoopbackServer.Reply, size: Int, trailers: HeaderFields = [:]) -> Self {
        guard reply.request.version == .http11 else {
            return Self(sending: reply.head(.untilClose), reply.body, then: .close)
        }
        let coding = LoopbackServer.ChunkEncoder.self
        let body = reply.hasBody ? coding.chunks(of: reply.body, size: size) + coding.end(trailers: trailers) : Data()
        return Self(sending: reply.head(.chunked), body, then: reply.persists(.chunked) ? .persist : .close)
    }
}

extension LoopbackServer.Script.Move {
    /// Returns a move with the same bytes, at most the given number of them per second.
    fileprivate func throttled(to bytesPerSecond: Int) -> Self {
        guard case .send(let data) = self else { return self }
        let rate = max(1, bytesPerSecond)
        // A hundred pieces per second, if there are enough bytes.
        let bytes = max(1, rate / 100)
        return .drip(data, bytes: bytes, every: .seconds(1) * bytes / rate)
    }
}

extension LoopbackServer.RequestHead {
    /// A placeholder for a request that couldn't be read.
    fileprivate static var unknown: Self { Self(method: .get, target: "/", version: .http11, headerFields: [:]) }
}

extension Response {
    /// The response, or a 500 that names a field that can't be sent.
    fileprivate var sendable: Response {
        headerFields.rejected.first.map { Response(status: 500, text: $0.description) } ?? self
    }

    /// Creates a response with an explanation as text.
    init(status: Status, text: String) {
        self.init(
            status: status, headerFields: ["Content-Type": "text/plain; charset=utf-8"], body: Data("\(text)\n".utf8))
    }
}
