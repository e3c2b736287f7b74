import Foundation
import ResourcefulTesting

/// A server of HTTP/1.1 that answers each request with pieces of bytes, which arrive one by one.
struct AnswerServer {
    /// An answer: what is sent, and what becomes of the connection.
    struct Answer: Sendable {
        var pieces: [String]
        var end = End.stays

        init(_ pieces: String..., end: End = .stays) { (self.pieces, self.end) = (pieces, end) }
        init(bytesOf text: String) { pieces = text.unicodeScalars.map { String($0) } }
    }

    enum End: Sendable { case stays, closes, resets }

    private let raw: RawServer
    private let count = Locked(0)

    var baseURL: URL { raw.baseURL }

    /// How many connections have been made.
    var connectionCount: Int { count.withLock { $0 } }

    /// - Parameter answer: Is given the number of the request on its connection, from 0 on, and of the connection.
    init(_ answer: @escaping @Sendable (_ request: Int, _ connection: Int) -> Answer) throws {
        raw = try RawServer { [count] connection in
            let number = count.withLock { count in
                count += 1
                return count - 1
            }
            var request = 0
            while connection.drain() != nil {
                let answer = answer(request, number)
                request += 1
                for (index, piece) in answer.pieces.enumerated() {
                    if index > 0 { usleep(2_000) }
                    guard connection.send(piece) else { return }
                }
                switch answer.end {
                case .stays: continue
                case .closes: return
                case .resets:
                    usleep(20_000)
                    var option = linger(l_onoff: 1, l_linger: 0)
                    setsockopt(
                        connection.descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
                    return
                }
            }
        }
    }

    func stop() { raw.stop() }

    func webservice(_ subject: Subject) -> Webservice { Webservice(baseURL: baseURL, transport: subject.own()) }
}
