import Foundation
import ResourcefulCore
import ResourcefulLoading
import ResourcefulTesting

/// A server of one file without a network, that breaks off where it is told.
final class FileServer: Transport {
    /// What it does about one request after the other.
    enum Turn: Sendable {
        /// So many bytes of the body, then a lost connection.
        case breakOff(after: Int)
        /// A response, whose body may break off.
        case answer(Response, cutAfter: Int? = nil)
        case fail(TransportError.Kind)
    }

    private struct State: Sendable {
        var file: Response
        var turns: [Turn] = []
        var requests: [Request] = []
    }

    private let state: Locked<State>
    private let pieceSize: Int

    init(_ file: Response, _ turns: [Turn] = [], pieceSize: Int = 1_000) {
        state = Locked(State(file: file, turns: turns))
        self.pieceSize = pieceSize
    }

    /// A file with a tag, or with what is given instead.
    convenience init(_ body: Data, _ fields: HeaderFields = ["ETag": #""1""#], _ turns: [Turn] = []) {
        self.init(Response(headerFields: fields, body: body), turns)
    }

    var file: Response {
        get { state.withLock { $0.file } }
        set { state.withLock { $0.file = newValue } }
    }
    /// What it does next; then it answers as it should.
    var turns: [Turn] {
        get { state.withLock { $0.turns } }
        set { state.withLock { $0.turns = newValue } }
    }
    var requests: [Request] { state.withLock { $0.requests } }
    var ranges: [String?] { requests.map { $0.headerFields["Range"] } }

    func send(_ request: Request) async throws -> Response { throw TransportError(.other, "it is streamed") }

    func stream(_ request: Request) async throws -> ResponseStream {
        let (turn, file) = state.withLock { state in
            state.requests.append(request)
            return (state.turns.isEmpty ? nil : state.turns.removeFirst(), state.file)
        }
        var response = file.ranged(for: request)
        var limit: Int?
        switch turn {
        case nil: break
        case .breakOff(let count): limit = count
        case .answer(let other, let count): (response, limit) = (other, count)
        case .fail(let kind): throw TransportError(kind, "it is not there")
        }
        let body = request.decoded(response)
        if response.headerFields["Transfer-Encoding"] == nil, !response.headerFields.contains("Content-Length") {
            response.headerFields.append(try .init("Content-Length", "\(response.body.count)"))
        }
        response.body = Data()
        response.url = request.url
        return ResponseStream(response, body: pieces(of: body, limit))
    }

    private func pieces(of body: Data, _ limit: Int?) -> ResponseStream.Pieces {
        let rest = Locked(body.prefix(limit ?? .max))
        return ResponseStream.Pieces { [pieceSize] in
            let piece = rest.withLock { rest in
                defer { rest = rest.dropFirst(pieceSize) }
                return rest.prefix(pieceSize)
            }
            if piece.isEmpty, limit != nil { throw TransportError(.connectionLost, "it broke off") }
            return piece.isEmpty ? nil : Data(piece)
        }
    }
}

extension FileServer {
    /// A service over it.
    var webservice: Webservice { Webservice(transport: self) }
}

extension Request {
    /// The body of a response, decoded as transports do it: not where a range was asked for, or what is to be kept.
    fileprivate func decoded(_ response: Response) -> Data {
        guard response.headerFields["Content-Encoding"] == "gzip", !keepsContentCodings, headerFields["Range"] == nil
        else {
            return response.body
        }
        return (try? Inflate.gunzipped(response.body)) ?? response.body
    }
}
