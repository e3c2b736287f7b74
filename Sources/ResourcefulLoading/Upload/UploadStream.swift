/// The bytes of a stream for a transport, which never waits for them: a function signals when there are more.
///
/// It asks for one piece at a time, and for the next one after the previous one is read. It returns the last bytes only
/// after it knows that there are no more of them than the length.
package final class UploadStream: Sendable {
    fileprivate struct State: Sendable {
        /// The bytes that have arrived, and the number of them that were read.
        var piece = Data()
        var taken = 0
        var received = 0
        var encoder: Gzip.Encoder?
        var end: Result<Void, any Error>?
        /// Whether a piece was asked for and hasn't arrived.
        var isAsked = false
        /// Whether the transport waits for a signal.
        var isAwaited = false
        var hasGivenOut = false
    }

    /// The outcome of a read.
    package enum Outcome: Sendable {
        /// A number of bytes were copied; 0 at the end.
        case copied(Int)
        /// There are none yet. The reader gets a signal when there are.
        case notYet
        /// The rest of the bytes won't arrive.
        case failed(any Error)
    }

    private let content: Body.OneTimeContent
    private let state: Locked<State>
    private let tell: @Sendable () -> Void

    /// The number of bytes to send; nil if it is known only at the end.
    package let count: Int?

    /// Begins a stream; nil if the body isn't one.
    ///
    /// - Parameter tell: Called, on any thread, when a read that found nothing may find something.
    /// - Throws: ``RequestError`` if the stream was already sent.
    package init?(_ body: Body?, tell: @escaping @Sendable () -> Void) throws(RequestError) {
        guard let body, case .stream(let content) = body.content else { return nil }
        self.content = content
        self.tell = tell
        count = body.isGzipped ? nil : content.length
        state = Locked(State(encoder: body.isGzipped ? Gzip.Encoder() : nil))
        try content.source.begin()
    }

    /// Whether nothing was read yet, so the bytes can still be sent from the beginning.
    package var isUntouched: Bool { state.withLock { !$0.hasGivenOut } }

    /// Signals the transport to read again, whether or not there is more.
    package func tellNow() { tell() }

    /// Ends the reading.
    package func cancel() { content.source.cancel() }

    /// Copies the next bytes, as many as are available and fit.
    package func read(into buffer: UnsafeMutableRawBufferPointer) -> Outcome {
        let target = Target(buffer: buffer)
        while true {
            let (outcome, asks) = state.withLock { [length = content.length] state in
                state.read(into: target.buffer, length: length)
            }
            if asks { content.source.next { [self] in receive($0) } }
            if let outcome { return outcome }
        }
    }

    private func receive(_ next: Result<Data?, any Error>) {
        let isAwaited = state.withLock { [length = content.length] state in
            state.receive(next, length: length)
            defer { state.isAwaited = false }
            return state.isAwaited
        }
        if isAwaited { tell() }
    }

    /// A buffer that a closure of the lock fills. `@unchecked Sendable`: it doesn't leave the thread.
    private struct Target: @unchecked Sendable {
        let buffer: UnsafeMutableRawBufferPointer
    }
}

extension UploadStream.State {
    /// Returns the outcome of a read, nil if it has to be tried again; and whether to ask for a piece.
    fileprivate mutating func read(
        into buffer: UnsafeMutableRawBufferPointer, length: Int?
    ) -> (UploadStream.Outcome?, asks: Bool) {
        if case .failure(let error) = end { return (.failed(error), false) }
        // If all expected bytes have arrived, wait for the end, because there may be more.
        let isReady = end != nil || (taken < piece.count && received != length)
        guard isReady else {
            let asks = !isAsked
            isAsked = true
            // The source may answer immediately: then the next read doesn't have to wait.
            isAwaited = !asks
            return (asks ? nil : .notYet, asks)
        }
        let copied = min(buffer.count, piece.count - taken)
        let start = piece.startIndex + taken
        piece.copyBytes(to: buffer, from: start..<(start + copied))
        taken += copied
        if copied > 0 { hasGivenOut = true }
        return (.copied(copied), false)
    }

    /// Receives a piece, or the end.
    fileprivate mutating func receive(_ next: Result<Data?, any Error>, length: Int?) {
        isAsked = false
        switch next {
        case .failure(let error):
            end = .failure(
                error is CancellationError
                    ? TransportError(.other, "the body's stream was canceled by its source") : error)
        case .success(let next?):
            received += next.count
            append(coded(next))
            if let length, received > length { end = .failure(Self.wrongLength("more bytes than", length)) }
        case .success(nil):
            if let length, received < length {
                end = .failure(Self.wrongLength("\(received) bytes instead of", length))
                return
            }
            var rest: [UInt8] = []
            encoder?.finish(into: &rest)
            append(Data(rest))
            end = .success(())
        }
    }

    private mutating func append(_ data: Data) {
        piece = taken == piece.count ? data : Data(piece.dropFirst(taken)) + data
        taken = 0
    }

    private mutating func coded(_ data: Data) -> Data {
        guard encoder != nil else { return data }
        var output: [UInt8] = []
        data.withUnsafeBytes { encoder?.append($0, to: &output) }
        return Data(output)
    }

    private static func wrongLength(_ amount: String, _ length: Int) -> TransportError {
        TransportError(.other, "the body's stream has \(amount) the declared \(length)")
    }
}
