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
        case answer(Response)
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
        case .answer(let other): response = other
        case .fail(let kind): throw TransportError(kind, "it is not there")
        }
        let body = response.body
        if response.headerFields["Transfer-Encoding"] == nil, !response.headerFields.contains("Content-Length") {
            response.headerFields.append(try .init("Content-Length", "\(body.count)"))
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

/// Bytes that follow from a number.
func content(_ count: Int, seed: UInt64 = 1) -> Data {
    var numbers = SplitMix64(seed: seed)
    var bytes = Data(capacity: count + 8)
    while bytes.count < count { withUnsafeBytes(of: numbers.next()) { bytes += $0 } }
    return bytes.prefix(count)
}

/// A folder for one test, gone when the test is over.
final class DownloadFolder: Sendable {
    let url: URL

    init() {
        // In memory where that is possible: a whole file is brought to the disk, and that takes its time.
        let parent = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
        url = URL(filePath: "\(parent)/resourceful-download-\(UInt64.random(in: 0 ... .max))")
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// A file in it.
    var file: URL { url.appending(path: "file.bin") }
    /// The names of all that is in it.
    var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: url.path).sorted()) ?? [] }

    func bytes(_ name: String = "file.bin") -> Data? { FileManager.default.contents(atPath: url.path + "/" + name) }

    func write(_ bytes: Data, to name: String) throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        try bytes.write(to: url.appending(path: name))
    }
}
