extension LoopbackServer.Script {
    /// Creates the script for a response with a fault.
    init(_ reply: LoopbackServer.Reply, _ fault: LoopbackServer.Fault) {
        let body = reply.body
        let framing = LoopbackServer.Reply.Framing.length(reply.response.body.count)
        let head = reply.head(framing)
        switch fault {
        case .silence: self.init([], .stall)
        case .closeBeforeAnswer: self.init([], .close)
        case .closeAfterAnswer: self.init(sending: head, body, then: .close)
        case .cutShortInHead(let count): self.init(sending: head.first(count), then: .close)
        case .cutShort(let count): self.init(sending: head, body.first(count), then: .close)
        case .stallInHead(let count): self.init(sending: head.first(count), then: .stall)
        case .stall(let count): self.init(sending: head, body.first(count), then: .stall)
        case .reset(let count): self.init(sending: head, body.first(count), then: .reset)
        case .malformedHead(let text): self.init(sending: Data(text.utf8), body, then: .close)
        case .wrongLength(let length):
            let persists = reply.persists(framing) && length <= body.count
            self.init(sending: reply.head(.length(length)), body, then: persists ? .persist : .close)
        case .cutShortInChunks(let size, let count):
            let chunks = LoopbackServer.ChunkEncoder.chunks(of: body, size: size, cutShortAfter: count)
            self.init(sending: reply.head(.chunked), chunks, then: .close)
        case .malformedChunk(let count):
            let chunks = LoopbackServer.ChunkEncoder.chunks(of: body.first(count), size: .max)
            self.init(sending: reply.head(.chunked), chunks + Data("no size\r\n".utf8), then: .close)
        case .drip(let bytes, let interval):
            let drip = Move.drip(body, bytes: max(1, bytes), every: interval)
            self.init([.send(head), drip], reply.persists(framing) ? .persist : .close)
        }
    }
}

extension Data {
    /// Returns the given number of bytes from the front; all if there are fewer.
    fileprivate func first(_ count: Int) -> Data { prefix(Swift.max(0, count)) }
}
