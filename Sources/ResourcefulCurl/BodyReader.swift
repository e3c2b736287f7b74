/// Reads the body of a transfer, and cancels the transfer when the reader is released.
final class BodyReader: Sendable {
    private let pipe: BodyPipe
    private let transfer: Transfer
    private let loop: CurlLoop
    /// Keeps the transport's connections open while there is something to read.
    private let transport: CurlTransport
    private let head: ResponseHead
    /// The decoder of the content codings, from the first piece on.
    private let decoder = Locked<ContentDecoder?>(nil)
    private let isBegun = Locked(false)
    private let deadline: Deadline

    init(
        _ transfer: Transfer, pipe: BodyPipe, head: ResponseHead, loop: CurlLoop, transport: CurlTransport,
        deadline: Deadline
    ) {
        (self.transfer, self.pipe, self.head) = (transfer, pipe, head)
        (self.loop, self.transport, self.deadline) = (loop, transport, deadline)
    }

    deinit { loop.cancel(transfer) }

    /// Returns the next decoded piece; nil after the last one.
    func next() async throws -> Data? {
        try await withTaskCancellationHandler {
            while true {
                try deadline.check()
                switch try decoder.withLock({ decoder in Result { try decoder?.next() } }).get() {
                case .piece(let piece): return piece
                case .unfinished:
                    await Task.yield()
                    continue
                case .needsMore, nil: break
                }
                guard let bytes = try await pipe.next({ loop.resume(transfer) }) else {
                    try decoder.withLock { decoder in Result { try decoder?.finish() } }.get()
                    return nil
                }
                try begin()
                let isDecoded = decoder.withLock { decoder in
                    decoder?.feed(bytes)
                    return decoder != nil
                }
                if !isDecoded { return bytes }
            }
        } onCancel: {
            loop.cancel(transfer)
        }
    }

    private func begin() throws {
        guard isBegun.withLock({ !$0 }) else { return }
        isBegun.withLock { $0 = true }
        let made = try transfer.request.decoder(for: head)
        decoder.withLock { $0 = made }
    }
}
