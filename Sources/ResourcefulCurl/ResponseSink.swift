/// The receiver of a response, which keeps it whole or passes it on piece by piece. Called with the loop's turn.
protocol ResponseSink: AnyObject {
    /// Receives the head, before the body. Not called if there is none.
    ///
    /// - Throws: `TransportError` if the body isn't wanted.
    func begin(_ head: ResponseHead) throws(TransportError)

    /// Receives a piece of the body. Returns false if there is no space for it now.
    ///
    /// - Throws: `TransportError` if the rest of the body isn't wanted.
    func receive(_ bytes: UnsafeRawBufferPointer) throws(TransportError) -> Bool

    /// Called when the rest of the content is left out, because it isn't read. It may come before the head.
    func leaveContent()

    /// Called when no more of the body is available for now.
    func flush()

    /// Receives the metrics of the exchange, before its outcome, if they are wanted.
    func measure(_ metrics: ExchangeMetrics)

    /// Receives the outcome, once and last; a success only after a head.
    func finish(_ outcome: Result<Void, any Error>)
}

extension ResponseSink {
    func leaveContent() {}

    func measure(_ metrics: ExchangeMetrics) {}
}

extension Request {
    /// Whether the transport asks for all codings that it can decode. It doesn't for a range, which would apply to the
    /// coded bytes (RFC 9110, section 14.1.2).
    var asksForCodings: Bool { undoesCodings && !headerFields.contains(.acceptEncoding) }

    private var undoesCodings: Bool { !keepsContentCodings && !headerFields.contains(.range) }

    /// Returns a decoder for the content; nil if there is nothing to decode, or if the request names codings itself and
    /// the coding can't be decoded.
    func decoder(for head: ResponseHead) throws(TransportError) -> ContentDecoder? {
        guard undoesCodings else { return nil }
        return try ContentDecoder.forContent(
            with: head.headerFields,
            leavingUnknown: headerFields[.acceptEncoding].map { $0.lowercased() != "identity" } ?? false)
    }
}
