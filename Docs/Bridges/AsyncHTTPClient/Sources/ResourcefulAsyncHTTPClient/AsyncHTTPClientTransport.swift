public import AsyncHTTPClient
import Foundation
public import NIOCore
import NIOFoundationCompat
import NIOHTTP1
import NIOHTTPCompression
public import ResourcefulLoading

/// A transport over AsyncHTTPClient, for servers that have its event loops already.
///
///     let webservice = Webservice(baseURL: api, transport: AsyncHTTPClientTransport())
public struct AsyncHTTPClientTransport: CountingTransport {
    private let owner: Owner
    private let maximumBodySize: Int

    /// A transport with a client of its own, which is shut down when the last copy and the last body are gone.
    ///
    /// - Parameters:
    ///   - configuration: How the client is made. Let it follow no redirects: they are a policy.
    ///   - maximumBodySize: How large the body of a response that is kept whole may be, in bytes.
    public init(
        configuration: HTTPClient.Configuration = .forResourceful,
        eventLoopGroup: any EventLoopGroup = HTTPClient.defaultEventLoopGroup, maximumBodySize: Int = 100 << 20
    ) {
        let client = HTTPClient(eventLoopGroupProvider: .shared(eventLoopGroup), configuration: configuration)
        (owner, self.maximumBodySize) = (Owner(client, shutsDown: true), maximumBodySize)
    }

    /// A transport over a client that somebody else shuts down. Let it follow no redirects: they are a policy.
    ///
    /// - Parameters:
    ///   - client: What exchanges the messages; see ``AsyncHTTPClient/HTTPClient/Configuration/forResourceful``.
    ///   - maximumBodySize: How large the body of a response that is kept whole may be, in bytes.
    public init(_ client: HTTPClient, maximumBodySize: Int = 100 << 20) {
        (owner, self.maximumBodySize) = (Owner(client, shutsDown: false), maximumBodySize)
    }

    /// Sends a request and waits for the whole response. Cancelling the task ends the transfer.
    ///
    /// - Throws: `TransportError`; `RequestError` when the body can't be read; `CancellationError`.
    public func send(_ request: Request) async throws -> Response {
        let start = ContinuousClock.now
        let stream = try await stream(request)
        let firstByte = start.duration(to: .now)
        var response = try await stream.collected(for: request, upTo: maximumBodySize)
        if request.isMeasured {
            var metrics = ExchangeMetrics()
            (metrics.firstByte, metrics.total) = (firstByte, start.duration(to: .now))
            response.metrics = metrics
        }
        return response
    }

    /// Sends a request and returns when the head of the response is there. The body is received as it is read.
    ///
    /// - Throws: what ``send(_:)`` throws.
    public func stream(_ request: Request) async throws -> ResponseStream {
        try Task.checkCancellation()
        if let timeout = request.timeout, timeout <= .zero { throw TransportError(.timedOut, "there was no time") }
        let content = try request.body?.pieces()
        let clientRequest = HTTPClientRequest(request, content)
        let deadline = request.timeout.map(Deadline.init)
        do {
            let answer = try await withTaskCancellationHandler {
                try await owner.client.execute(clientRequest, deadline: deadline?.moment ?? .distantFuture)
            } onCancel: {
                content?.cancel()
            }
            let response = try Response(answer, url: request.url)
            let meter = request.meter
            let isCoded = response.headerFields.contains("Content-Encoding")
            meter?.answer(expecting: request.method == .head ? 0 : isCoded ? nil : response.headerFields.contentLength)
            let body = BodyReader(answer.body, until: deadline)
            return ResponseStream(
                response,
                body: ResponseStream.Pieces { [owner] in
                    defer { withExtendedLifetime(owner) {} }
                    let piece = try await body.next()
                    if let piece { meter?.receive(piece.count) }
                    return piece
                })
        } catch {
            content?.cancel()
            throw TransportError.of(error)
        }
    }
}

/// Shuts a client down when nobody uses it any more.
private final class Owner: Sendable {
    let client: HTTPClient
    private let shutsDown: Bool

    init(_ client: HTTPClient, shutsDown: Bool) { (self.client, self.shutsDown) = (client, shutsDown) }

    deinit {
        guard shutsDown else { return }
        Task { [client] in try await client.shutdown() }
    }
}

extension HTTPClient.Configuration {
    /// What a client is to do, and no more: no redirects, which are a policy, and one version of HTTP.
    public static var forResourceful: Self {
        Self(redirectConfiguration: .disallow, decompression: .enabled(limit: .none))
    }
}

extension HTTPClientRequest {
    /// A request, its body to be read piece by piece.
    fileprivate init(_ request: Request, _ content: ResourcefulLoading.Body.Pieces?) {
        self.init(url: request.url.absoluteString)
        method = HTTPMethod(rawValue: request.method.rawValue)
        for field in request.headerFields { headers.add(name: field.name.rawName, value: field.value) }
        if !headers.contains(name: "Accept-Encoding") {
            headers.add(name: "Accept-Encoding", value: headers.contains(name: "Range") ? "identity" : "gzip, deflate")
        }
        if !headers.contains(name: "User-Agent") { headers.add(name: "User-Agent", value: "Resourceful") }
        guard let content else { return }
        let sent = content.map { [meter = request.meter] piece in
            meter?.send(piece.count)
            return ByteBuffer(data: piece)
        }
        body = .stream(sent, length: content.length.map { .known(Int64($0)) } ?? .unknown)
    }
}

extension Response {
    /// The head of a response.
    fileprivate init(_ answer: HTTPClientResponse, url: URL) throws {
        guard let status = Status(Int(answer.status.code)), answer.status.code >= 200 else {
            throw TransportError(.malformedResponse, "\(answer.status.code) is no final status")
        }
        let fields = try answer.headers.map { name, value in
            guard let name = HeaderFields.Name(name) else {
                throw TransportError(.malformedResponse, "a field has no name")
            }
            return try HeaderFields.Field(name, value)
        }
        self.init(status: status, headerFields: HeaderFields(fields), url: url)
    }
}
