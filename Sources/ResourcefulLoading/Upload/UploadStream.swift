import ResourcefulCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The bytes of a stream on their way to a transport, which never waits for them: it is told when there are more.
///
/// One piece at a time is asked for, and the next one when the one before has been taken. The last bytes are given out
/// when it is known that there are no more of them than the length says.
package final class UploadStream: Sendable {
    fileprivate struct State: Sendable {
        /// What has come, and how much of it was given out.
        var piece = Data()
        var taken = 0
        var received = 0
        var encoder: Gzip.Encoder?
        var end: Result<Void, any Error>?
        /// Whether a piece was asked for and has not come.
        var isAsked = false
        /// Whether the transport waits to be told.
        var isAwaited = false
        var hasGivenOut = false
    }

    /// What a read came to.
    package enum Outcome: Sendable {
        /// So many bytes were copied, 0 at the end.
        case copied(Int)
        /// There are none yet; who asked is told when there are.
        case notYet
        /// There won't be all of them.
        case failed(any Error)
    }

    private let content: Body.OneTimeContent
    private let state: Locked<State>
    private let tell: @Sendable () -> Void

    /// How many bytes are sent; nil when that is known only at the end.
    package let count: Int?

    /// Begins a stream.
    ///
    /// - Parameter tell: Called, from any thread, when a read that found nothing may find something.
    /// - Throws: ``RequestError`` when the stream was sent before.
    package init?(_ body: Body?, tell: @escaping @Sendable () -> Void) throws(RequestError) {
        guard let body, case .stream(let content) = body.content else { return nil }
        self.content = content
        self.tell = tell
        count = body.isGzipped ? nil : content.length
        state = Locked(State(encoder: body.isGzipped ? Gzip.Encoder() : nil))
        try content.source.begin()
    }

    /// Whether nothing was given out yet, so that the bytes can still be sent from the first one on.
    package var isUntouched: Bool { state.withLock { !$0.hasGivenOut } }

    /// Tells the transport to look again, whether or not there is more.
    package func tellNow() { tell() }

    /// Says that nobody will read any more.
    package func cancel() { content.source.cancel() }

    /// Copies the next bytes, as many as there are and there is room for.
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

    /// Room for bytes on its way into the lock. `@unchecked Sendable`: it does not leave the thread.
    private struct Target: @unchecked Sendable {
        let buffer: UnsafeMutableRawBufferPointer
    }
}

extension UploadStream.State {
    /// What a read comes to, nil when it has to be tried again; and whether a piece is to be asked for.
    fileprivate mutating func read(
        into buffer: UnsafeMutableRawBufferPointer, length: Int?
    ) -> (UploadStream.Outcome?, asks: Bool) {
        if case .failure(let error) = end { return (.failed(error), false) }
        // All that there should be has come, and perhaps more will.
        let isReady = end != nil || (taken < piece.count && received != length)
        guard isReady else {
            let asks = !isAsked
            isAsked = true
            // The source may answer at once: then there is something to be had without waiting.
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

    /// Takes a piece in, or the end.
    fileprivate mutating func receive(_ next: Result<Data?, any Error>, length: Int?) {
        isAsked = false
        switch next {
        case .failure(let error):
            end = .failure(
                error is CancellationError
                    ? TransportError(.other, "the stream that the body is was cancelled by its maker") : error)
        case .success(let next?):
            received += next.count
            append(coded(next))
            if let length, received > length { end = .failure(Self.wrongLength("more than", length)) }
        case .success(nil):
            if let length, received < length {
                end = .failure(Self.wrongLength("\(received) and not", length))
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
        TransportError(.other, "the stream that the body is has \(amount) the \(length) bytes that it was to have")
    }
}
