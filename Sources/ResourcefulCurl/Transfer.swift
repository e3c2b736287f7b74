import CResourcefulCurl

/// One exchange: the request, what has arrived of the response, and its receiver.
///
/// `@unchecked Sendable`: it is passed to the loop once, and afterwards used only by the thread that has the loop's
/// turn; libcurl's callbacks run there, too. No callback runs within another, so accesses don't overlap
/// (`@exclusivity(unchecked)` for what each line of a head or each piece of a body changes).
final class Transfer: @unchecked Sendable {
    let request: Request
    let origin: Origin?
    /// Whether a body is sent, which may be empty.
    let sendsBody: Bool
    /// Whether libcurl may let it wait for a connection that is being made for another transfer, to share it.
    let mayWaitForConnection: Bool
    /// The deadline, if not only libcurl checks it.
    var deadline: ContinuousClock.Instant?
    /// The queue of its origin, once it is in the loop.
    var queue: OriginQueue?
    /// The number of its place in the queue, if it had to wait.
    var place: Int?
    /// Its index among the active transfers, while it is one.
    var activeIndex: Int?
    /// Its index among the deadlines, while it has one.
    var rank: Int?
    /// Whether to use larger buffers.
    let receivesMuch: Bool
    /// The handle that carries it out, while it is active.
    private(set) var handle: EasyHandle?
    private let sink: any ResponseSink
    /// The meter that counts the bytes, if there are observers.
    private let meter: (any ExchangeMeter)?
    private var isFinished = false
    /// The body, once the transfer has begun.
    private var body = OutgoingBody()
    /// The number of its bytes that libcurl has taken, and whether that is all.
    private(set) var taken = (count: 0, isAll: true)
    @exclusivity(unchecked) private(set) var head = ResponseHead()
    @exclusivity(unchecked) private(set) var received = 0
    /// The error because of which a callback ended the transfer.
    private(set) var failure: (any Error)?
    /// The share of work before other transfers have their turn.
    @exclusivity(unchecked) private var share = WorkShare()
    /// Whether the body has a content coding, so that each byte takes work.
    private var isCoded = false
    /// The number of the TLS connection whose end is that of the body; 0 if there is none.
    private(set) var tlsEnd: UInt64 = 0
    /// The content of a redirect that is followed.
    var unread = UnreadContent()
    /// Resumes the transfer after a pause.
    private var resume: (@Sendable (Transfer) -> Void)?
    /// How often the request was sent, and whether it may be sent again.
    var attempts: Attempts
    /// What is sent and received, as far as anyone waits for it.
    @exclusivity(unchecked) var activity = Activity()
    /// Whether bytes that arrive too early can be detected: HTTP/1 in plain text.
    private var isPlain = false
    /// The guard that decides which addresses it may connect to; nil for all.
    var addressGuard: AddressGuard?
    /// Whether the response is complete enough, whatever libcurl says.
    private(set) var isAnswered = false
    var tunnel = Tunnel()
    /// The ports of the connection on which the request was sent last.
    private(set) var ports: (remote: Int32, local: Int32)?
    /// The times at which it began and at which the first line arrived, if they are wanted. libcurl's own figure is
    /// that of the first byte in either direction.
    private var clock: (start: ContinuousClock.Instant, firstByte: ContinuousClock.Instant?)?
    @exclusivity(unchecked) private var awaitsFirstByte = false

    init(_ request: Request, sink: any ResponseSink, receivesMuch: Bool = false) {
        (self.request, self.receivesMuch, self.sink) = (request, receivesMuch, sink)
        meter = request.meter
        sendsBody = request.body != nil || request.method.expectsBody
        attempts = Attempts(request.method)
        origin = Origin(request.url)
        mayWaitForConnection = origin?.scheme == "https"
    }

    /// Opens the body, and returns the handle that carries the transfer out. A file isn't opened earlier, so it has no
    /// descriptor while its transfer waits for its turn.
    ///
    /// - Parameter resume: Resumes a transfer that waited for its body to be produced.
    /// - Throws: `LoadError` at the request stage if the request can't be sent; `TransportError` if its time had passed
    ///   before its turn came.
    func begin(
        on spare: EasyHandle?, _ settings: CurlTransport.Settings,
        resumingBy resume: @escaping @Sendable (Transfer) -> Void
    ) throws -> EasyHandle {
        let rest = try restOfTime()
        try openBody(resume)
        guard let handle = spare ?? EasyHandle(settings) else {
            throw TransportError(.unavailable, "libcurl has no memory for a transfer")
        }
        tunnel.proxy = settings.proxy
        try handle.prepare(for: self, settings)
        if let rest { handle.setTimeout(rest) }
        self.handle = handle
        self.resume = resume
        isPlain = origin?.scheme == "http" && settings.leavesPlainText
        if request.isMeasured { (clock, awaitsFirstByte) = ((.now, nil), true) }
        meter?.expect(toSend: body.count)
        taken.isAll = body.count == 0 || request.body == nil
        // If the length isn't known, libcurl sends chunks.
        if let count = body.count, count > 0 || sendsBody { handle.setUploadSize(count) }
        return handle
    }

    /// Ends the transfer's use of its handle, and returns the handle. Closes a file, however late the waiting task
    /// continues.
    func end() -> EasyHandle? {
        body.close()
        return handle.take()
    }

    private func openBody(_ resume: @escaping @Sendable (Transfer) -> Void) throws(LoadError) {
        guard let content = request.body else { return }
        do throws(RequestError) {
            body = try OutgoingBody(content) { [weak self] in
                if let self { resume(self) }
            }
        } catch {
            throw LoadError(stage: .request, request: request, underlyingError: error)
        }
    }

    /// Moves to an offset in the body. Returns false if that isn't possible.
    func seek(to offset: Int) -> Bool {
        let isThere = body.seek(to: offset)
        if isThere { meter?.rewind(to: offset) }
        taken.count = offset
        return isThere
    }

    /// Passes the metrics on, if they are wanted.
    func measure(_ handle: EasyHandle) {
        guard let clock else { return }
        var metrics = handle.metrics
        metrics.firstByte = clock.firstByte.map { clock.start.duration(to: $0) }
        metrics.total = max(metrics.total ?? .zero, metrics.firstByte ?? .zero)
        sink.measure(metrics)
    }

    /// Delivers the outcome, the first time it is called.
    func finish(_ outcome: Result<Void, any Error>) {
        guard !isFinished else { return }
        isFinished = true
        body.cancel()
        sink.finish(outcome)
    }

    /// Notes that the request is about to be sent. Returning false ends the transfer.
    ///
    /// If a reused connection ends without a response, libcurl sends the request again by itself. It can't know whether
    /// the server has acted on the first one (RFC 9110, section 9.2.2), unless the server has refused the stream.
    func maySend(between ports: (remote: Int32, local: Int32)) -> Bool {
        activity.note()
        if tunnel.isBeingMade {
            tunnel.isBeingMade = false
            handle?.set(RSF_OPT_SUPPRESS_CONNECT_HEADERS, 1)
        }
        // Bytes that arrived before the request aren't its response: libcurl sends it on another connection.
        if isPlain, handle?.endsStrayConnection(between: ports) == true { return true }
        self.ports = ports
        if attempts.mayShareConnection, let handle {
            attempts.noteConnection(from: ports.local, count: handle.connectionCount)
        }
        let objection = attempts.begin(isSpent: body.isSpent)
        // After a 417, libcurl would send the request again without the expectation. That isn't the transport's
        // decision.
        isAnswered = attempts.isRepeated && head.isComplete
        guard !isAnswered, let objection else { return !isAnswered }
        failure = TransportError(.connectionLost, "the connection ended before a response arrived, and \(objection)")
        return false
    }

    /// Returns whether to carry the transfer out again, on a new connection, where libcurl doesn't send the request
    /// again by itself. Moves to the start of the body.
    func beginsAgain(after code: Int32) -> Bool {
        guard failure == nil, !head.isComplete, let handle else { return false }
        let isUsual = attempts.beginAgain(
            after: code, text: handle.text(ofCode: code), isConnectionReused: handle.isConnectionReused)
        return isUsual && handle.prepareAgain(isFresh: !attempts.isUnprocessed) && seek(to: 0)
    }

    /// Receives a line of the head. Returning false ends the transfer.
    func receiveHead(_ line: UnsafeRawBufferPointer) -> Bool {
        if tunnel.isBeingMade {
            tunnel.receive(line)
            return true
        }
        activity.note()
        if awaitsFirstByte { clock?.firstByte = .now }
        awaitsFirstByte = false
        let isNowComplete: Bool
        do throws(ResponseHead.Malformed) {
            isNowComplete = try head.receive(line)
        } catch {
            failure = TransportError(
                .malformedResponse, "the answer is not a well-formed HTTP response: \(error.reason)")
            return false
        }
        guard isNowComplete else { return true }
        // The server was promised a body, and answers without it. It takes what comes next for that body.
        if taken.count == 0, !taken.isAll, request.headerFields.contains(.expect) {
            handle?.set(RSF_OPT_FORBID_REUSE, 1)
        }
        isCoded = head.headerFields.contains(.contentEncoding)
        if mayWaitForConnection, head.isBodyEndedByClose, let handle { tlsEnd = rsf_easy_watch_tls_end(handle.pointer) }
        if unread.isTooLong(of: head, to: request) { leaveContent() }
        if let seconds = head.idleSeconds { queue?.idleSeconds = seconds }
        meter?.answer(expecting: head.status == 204 || request.method == .head ? 0 : head.contentLength)
        do throws(TransportError) {
            try sink.begin(head)
        } catch {
            failure = error
            return false
        }
        // Otherwise libcurl would wait for the rest of a stream even if the response is a refusal.
        body.tellNow()
        return !isAnswered && !isRefusedEarly
    }

    /// Makes the response that is there the outcome, without the rest of its content.
    func leaveContent() {
        isAnswered = true
        sink.leaveContent()
    }

    /// Receives a piece of the body, or reports that there is no space for it now.
    func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Intake {
        if let poller = handle?.poller { rsf_poller_note_content(poller) }
        let intake = take(bytes)
        activity.note(isHeldUp: intake == .notNow, .receiving)
        return intake
    }

    private func take(_ bytes: UnsafeRawBufferPointer) -> Intake {
        if !share.admits(bytes.count, isCoded: isCoded), let resume {
            resume(self)
            return .notNow
        }
        do throws(TransportError) {
            guard try sink.receive(bytes) else { return .notNow }
            received += bytes.count
            meter?.receive(bytes.count)
            guard unread.isTooLong(received) else { return isRefusedEarly ? .never : .taken }
            leaveContent()
            return .never
        } catch {
            failure = error
            return .never
        }
    }

    /// Called when no more of the body is available for now.
    func flush() { sink.flush() }

    /// The outcome of receiving a piece of the body.
    enum Intake {
        case taken, notNow, never
    }

    /// Fills the buffer with the next bytes to send, as far as they are available.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> UploadStream.Outcome {
        let outcome = body.read(into: buffer)
        var isHeldUp = false
        switch outcome {
        case .copied(let count):
            taken.count += count
            taken.isAll = count == 0 || taken.count == body.count
            meter?.send(count)
        case .notYet: isHeldUp = true
        case .failed(let error): failure = error
        }
        activity.note(isHeldUp: isHeldUp, .sending)
        return outcome
    }
}
