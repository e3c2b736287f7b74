public import Foundation
public import HTTPTypes
public import OpenAPIRuntime
import ResourcefulHTTPTypes
public import ResourcefulLoading
import ResourcefulStreams

/// Sends the requests of a client that swift-openapi-generator has made through a Webservice, with all of its policies:
/// retries, one refresh of a token for all, a cache, limits.
///
///     let webservice = Webservice(baseURL: api, policies: [.cache(), .retry(), bearer])
///     let client = Client(serverURL: api, transport: WebserviceTransport(webservice, streaming: ["watchEpisodes"]))
///
/// A response of any status is passed to the client, which knows which ones its operation has.
public struct WebserviceTransport: ClientTransport {
    private let webservice: Webservice
    private let streaming: Set<String>

    /// Creates a transport.
    ///
    /// - Parameters:
    ///   - webservice: What sends the requests.
    ///   - streaming: The operations whose bodies are received as they are read. The bodies of all others are whole, so
    ///     that they can be cached and sent again. The head of a streamed response comes with its first bytes.
    public init(_ webservice: Webservice, streaming: Set<String> = []) {
        (self.webservice, self.streaming) = (webservice, streaming)
    }

    /// Sends a request.
    ///
    /// - Throws: `LoadError`, `CancellationError`, and `HTTPTypesError` if the request isn't valid.
    public func send(
        _ request: HTTPRequest, body: HTTPBody?, baseURL: URL, operationID: String
    ) async throws -> (HTTPResponse, HTTPBody?) {
        let request = try await Request(request, baseURL: baseURL, body: body?.sent(as: request))
        guard streaming.contains(operationID) else {
            let response = try await webservice.load(Plan.send(request))
            return (try HTTPResponse(response), HTTPBody(Array(response.body)))
        }
        let parts = PartReader(webservice.stream(of: StreamResource(request, parser: PartParser()).validating(.any)))
        guard case .head(let response) = try await parts.next() else {
            throw TransportError(.connectionLost, "there was no response")
        }
        let length = response.headerFields.contains("Content-Encoding") ? nil : response.headerFields.contentLength
        return (
            try HTTPResponse(response),
            HTTPBody(
                PartSequence(parts: parts), length: length.map { HTTPBody.Length.known(Int64($0)) } ?? .unknown,
                iterationBehavior: .single)
        )
    }
}

extension HTTPBody {
    /// The largest body that is read before it is sent, in bytes: it can be sent again.
    static var smallSize: Int64 { 1 << 20 }

    /// Returns the body of a request. A small one of a known length is read, so that it can be sent again.
    func sent(as request: HTTPRequest) async throws -> Body {
        let mediaType = request.headerFields[.contentType].flatMap { MediaType($0) }
        if case .known(let count) = length, count <= Self.smallSize {
            return .data(try await collected(upTo: Int(count)), mediaType: mediaType)
        }
        let count: Int? = if case .known(let count) = length { Int(exactly: count) } else { nil }
        return .stream(DataPieces(body: self), length: count, mediaType: mediaType)
    }

    /// Reads all pieces.
    ///
    /// - Throws: ``BodyTooLong``, and the errors of the body.
    func collected(upTo maximum: Int) async throws -> Data {
        var data = Data()
        for try await piece in self {
            guard data.count + piece.count <= maximum else { throw BodyTooLong(maximum: maximum) }
            data.append(contentsOf: piece)
        }
        return data
    }
}

/// A body that is longer than it says, or than is allowed.
public struct BodyTooLong: Error, CustomStringConvertible {
    let maximum: Int

    /// The reason.
    public var description: String { "the body has more than \(maximum) bytes" }
}

/// The pieces of a body as data.
struct DataPieces: AsyncSequence, Sendable {
    let body: HTTPBody

    struct Iterator: AsyncIteratorProtocol {
        var pieces: HTTPBody.AsyncIterator

        mutating func next() async throws -> Data? { try await pieces.next().map { Data($0) } }
    }

    func makeAsyncIterator() -> Iterator { Iterator(pieces: body.makeAsyncIterator()) }
}
