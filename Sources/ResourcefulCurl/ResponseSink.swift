import ResourcefulCore

/// Where a response goes: it is kept whole, or handed on piece by piece. Called with the loop's turn.
protocol ResponseSink: AnyObject {
    /// Takes the head, before the body. Not called when there is none.
    ///
    /// - Throws: `TransportError` when the body is not to be received.
    func begin(_ head: ResponseHead) throws(TransportError)

    /// Takes a piece of the body; false when there is no room for it now.
    ///
    /// - Throws: `TransportError` when the body is not to be received any further.
    func receive(_ bytes: UnsafeRawBufferPointer) throws(TransportError) -> Bool

    /// Says that for now there is no more of the body.
    func flush()

    /// Takes how the exchange went, before its outcome, when somebody wants to know.
    func measure(_ metrics: ExchangeMetrics)

    /// Takes the outcome. Called once, last; a success only after a head.
    func finish(_ outcome: Result<Void, any Error>)
}

extension ResponseSink {
    func measure(_ metrics: ExchangeMetrics) {}
}

extension Request {
    /// Whether the transport asks for all codings that it can undo: not for a range, which would be one of the coded
    /// bytes (RFC 9110, section 14.1.2).
    var asksForCodings: Bool { undoesCodings && !headerFields.contains(.acceptEncoding) }

    private var undoesCodings: Bool { !keepsContentCodings && !headerFields.contains(.range) }

    /// What undoes the codings of the content; nil when there is nothing to undo, or what was asked for by hand can't
    /// be undone.
    func decoder(for head: ResponseHead) throws(TransportError) -> ContentDecoder? {
        guard undoesCodings else { return nil }
        return try ContentDecoder.forContent(
            with: head.headerFields, leavingUnknown: headerFields.contains(.acceptEncoding))
    }

    /// Checks that a body of which no byte came is whole: where its codings say nothing, the framing has to.
    func checkEmptyBody(of head: ResponseHead) throws(TransportError) {
        guard head.isBodyEndedByClose, method != .head, head.status != 204, head.status != 304 else { return }
        try decoder(for: head)?.finish()
    }
}
