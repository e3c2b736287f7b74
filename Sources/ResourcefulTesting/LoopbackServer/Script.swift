import ResourcefulCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension LoopbackServer {
    /// What a connection does for an answer, decided beforehand: bytes and pauses, and how it ends.
    struct Script: Equatable, Sendable {
        /// One thing after the other.
        enum Move: Equatable, Sendable {
            case send(Data)
            case drip(Data, bytes: Int, every: Duration)
            case pause(Duration)
        }

        /// What becomes of the connection.
        enum End: Equatable, Sendable {
            case persist
            case close
            case reset
            case stall
        }

        var moves: [Move]
        let end: End

        init(_ moves: [Move] = [], _ end: End) {
            self.moves = moves
            self.end = end
        }

        /// Bytes, and how it ends; two pieces are sent as one unless that means copying much.
        init(sending head: Data, _ body: Data = Data(), then end: End) {
            let pieces = body.count <= 64 * 1024 ? [head + body] : [head, body]
            self.init(pieces.filter { !$0.isEmpty }.map { .send($0) }, end)
        }
    }
}
