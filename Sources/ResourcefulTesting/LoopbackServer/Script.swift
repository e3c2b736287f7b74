extension LoopbackServer {
    /// The steps of a connection for an answer, decided beforehand: bytes and pauses, and how it ends.
    struct Script: Equatable, Sendable {
        /// A step of the script.
        enum Move: Equatable, Sendable {
            case send(Data)
            case drip(Data, bytes: Int, every: Duration)
            case pause(Duration)
        }

        /// What happens to the connection at the end.
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

        /// Creates a script that sends bytes. The head and body are sent together unless the body is too large to copy.
        init(sending head: Data, _ body: Data = Data(), then end: End) {
            let pieces = body.count <= 64 * 1024 ? [head + body] : [head, body]
            self.init(pieces.filter { !$0.isEmpty }.map { .send($0) }, end)
        }
    }
}
