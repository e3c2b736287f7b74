import CResourcefulCurl
import ResourcefulCore
import ResourcefulLoading

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// One exchange: what is sent, what has come of the response, and where it goes.
///
/// `@unchecked Sendable`: it is handed over to the loop once, and touched afterwards by the thread that has the loop's
/// turn, one thread at a time; libcurl's callbacks run there, too.
final class Transfer: @unchecked Sendable {
    let request: Request
    let origin: Origin?
    /// Whether libcurl may have it wait for a connection that is being made for another one, to share it.
    let mayWaitForConnection: Bool
    /// When its time is over, if that is not left to libcurl alone.
    var deadline: ContinuousClock.Instant?
    /// The number of its place in the queue, when it has had to wait.
    var place: Int?
    /// Where it is among the deadlines, while it is there.
    var rank: Int?
    /// Whether larger buffers are worth their memory.
    let receivesMuch: Bool
    /// What carries it out, while it is under way.
    private(set) var handle: EasyHandle?
    /// What is to carry it out, made before its turn, or has done so.
    private var other: EasyHandle?
    private let sink: any ResponseSink
    /// What counts the bytes, if anybody watches.
    private let meter: ExchangeMeter?
    private var isFinished = false
    /// The body, once the transfer has begun.
    private var upload = UploadReader()
    /// The body, once the transfer has begun, when it is made while it is sent.
    private var stream: UploadStream?
    private var head = ResponseHead()
    private var received = 0
    /// Why a callback ended the transfer, when one did.
    private var failure: (any Error)?
    /// What it takes before others have their turn.
    private var share = WorkShare()
    /// Whether each byte of the body is work.
    private var isCoded = false
    /// What goes on with it after a pause.
    private var resume: (@Sendable (Transfer) -> Void)?
    private var sendCount = 0
    /// Whether what comes can be told from what comes too early: HTTP/1 in plain text.
    private var isPlain = false
    /// Who says which addresses it may connect to; nil for all.
    var addressGuard: AddressGuard?
    private var isRefused = false
    /// When it began, and when the first line came, if anybody wants to know. libcurl's own figure is that of the first
    /// byte in either direction.
    private var clock: (start: ContinuousClock.Instant, firstByte: ContinuousClock.Instant?)?
    private var awaitsFirstByte = false

    init(_ request: Request, sink: any ResponseSink, receivesMuch: Bool = false) {
        self.request = request
        self.receivesMuch = receivesMuch
        self.sink = sink
        meter = request.meter
        origin = Origin(request.url)
        mayWaitForConnection = origin?.scheme == "https"
    }

    /// Makes what will carry the transfer out, on the thread of who wants it: the loop's has enough to do. What fails
    /// here, fails again when the transfer begins.
    func prepare(_ spare: EasyHandle?, _ settings: CurlTransport.Settings) {
        guard let handle = spare ?? EasyHandle(settings), (try? handle.prepare(for: self, settings)) != nil else {
            return
        }
        other = handle
    }

    /// Whether it needs no other handle to begin with.
    var isPrepared: Bool { other != nil }

    /// Opens the body, and returns what carries the transfer out. Not before: a file has no descriptor while its
    /// transfer waits for its turn.
    ///
    /// - Parameter resume: What goes on with a transfer that has waited for its body to be made.
    /// - Throws: `LoadError` at the request stage when the request is none that can be sent; `TransportError` when its
    ///   time was over before its turn came.
    func begin(
        on spare: EasyHandle?, _ settings: CurlTransport.Settings,
        resumingBy resume: @escaping @Sendable (Transfer) -> Void
    ) throws -> EasyHandle {
        let rest = try restOfTime()
        try openBody(resume)
        let prepared = other.take()
        guard let handle = prepared ?? spare ?? EasyHandle(settings) else {
            throw TransportError(.unavailable, "libcurl has no memory for a transfer")
        }
        if prepared == nil { try handle.prepare(for: self, settings) }
        if let rest { handle.setTimeout(rest) }
        self.handle = handle
        self.resume = resume
        isPlain = origin?.scheme == "http" && settings.leavesPlainText
        if request.isMeasured { (clock, awaitsFirstByte) = ((.now, nil), true) }
        // Where the length is not known, libcurl sends chunks.
        let length = stream != nil ? stream?.count : upload.count
        meter?.expect(toSend: length)
        guard let count = length else { return handle }
        if count > 0 || request.body != nil || request.method.expectsBody { handle.setUploadSize(count) }
        return handle
    }

    /// Says that it is no longer under way; returns what carried it out. A file is closed, however late the task that
    /// waits for the outcome runs on.
    func end() -> EasyHandle? {
        upload = UploadReader()
        return handle.take()
    }

    /// Keeps what has carried it out: then it is freed by the thread that lets go of the transfer last.
    func keep(_ handle: EasyHandle) { other = handle }

    private func openBody(_ resume: @escaping @Sendable (Transfer) -> Void) throws(LoadError) {
        guard let body = request.body else { return }
        do throws(RequestError) {
            stream = try UploadStream(body) { [weak self] in
                if let self { resume(self) }
            }
            if stream == nil { upload = try UploadReader(body) }
        } catch {
            throw LoadError(stage: .request, request: request, underlyingError: error)
        }
    }

    /// Goes back or forth to a byte of the body; false when there is none of that number.
    func seek(to offset: Int) -> Bool {
        let isThere = stream.map { offset == 0 && $0.isUntouched } ?? upload.seek(to: offset)
        if isThere { meter?.rewind(to: offset) }
        return isThere
    }

    /// Hands over how it went, if anybody wants to know.
    func measure(_ handle: EasyHandle) {
        guard let clock else { return }
        var metrics = handle.metrics
        metrics.firstByte = clock.firstByte.map { clock.start.duration(to: $0) }
        metrics.total = max(metrics.total ?? .zero, metrics.firstByte ?? .zero)
        sink.measure(metrics)
    }

    /// Hands the outcome over, the first time it is called.
    func finish(_ outcome: Result<Void, any Error>) {
        guard !isFinished else { return }
        isFinished = true
        stream?.cancel()
        sink.finish(outcome)
    }

    /// Takes note that the request is about to be sent; false ends the transfer.
    ///
    /// libcurl sends a request again by itself when a connection that was used before ends without an answer. It can't
    /// know whether the server has acted on the first one (RFC 9110, section 9.2.2).
    func maySend(between ports: (remote: Int32, local: Int32)) -> Bool {
        // What has come before the request is no answer to it: libcurl sends it on another connection.
        if isPlain, handle?.endsStrayConnection(between: ports) == true { return true }
        sendCount += 1
        guard sendCount > 1 else { return true }
        // What a 417 refuses, libcurl would send again without the expectation: that is not for a transport to decide.
        isRefused = head.isComplete
        guard !isRefused else { return false }
        let reason: String
        if !request.method.isIdempotent {
            reason = "\(request.method) is not sent twice"
        } else if stream?.isUntouched == false {
            reason = "the body is a stream, which can't be sent again"
        } else {
            return true
        }
        failure = TransportError(.connectionLost, "the connection ended before an answer came, and \(reason)")
        return false
    }

    /// Takes a line of the head; false ends the transfer.
    func receiveHead(_ line: UnsafeRawBufferPointer) -> Bool {
        if awaitsFirstByte {
            clock?.firstByte = .now
            awaitsFirstByte = false
        }
        let isNowComplete: Bool
        do throws(ResponseHead.Malformed) {
            isNowComplete = try head.receive(line)
        } catch {
            failure = TransportError(
                .malformedResponse, "the answer is not a well-formed HTTP response: \(error.reason)")
            return false
        }
        guard isNowComplete else { return true }
        isCoded = head.headerFields.contains(.contentEncoding)
        meter?.answer(expecting: head.status == 204 || request.method == .head ? 0 : head.contentLength)
        do throws(TransportError) {
            try sink.begin(head)
        } catch {
            failure = error
            return false
        }
        // Where the answer is a refusal, libcurl would wait for the rest of a stream all the same.
        stream?.tellNow()
        return true
    }

    /// Takes a piece of the body, or says that there is no room for it now.
    func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Intake {
        if !share.admits(bytes.count, isCoded: isCoded), let resume {
            resume(self)
            return .notNow
        }
        do throws(TransportError) {
            guard try sink.receive(bytes) else { return .notNow }
            received += bytes.count
            meter?.receive(bytes.count)
            return .taken
        } catch {
            failure = error
            return .never
        }
    }

    /// Says that for now there is no more of the body.
    func flush() { sink.flush() }

    /// What has become of a piece of the body.
    enum Intake {
        case taken, notNow, never
    }

    /// Fills the buffer with the next bytes to send, as far as there are any.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> UploadStream.Outcome {
        let outcome = stream?.read(into: buffer) ?? readUpload(into: buffer)
        switch outcome {
        case .copied(let count): meter?.send(count)
        case .notYet: break
        case .failed(let error): failure = error
        }
        return outcome
    }

    private func readUpload(into buffer: UnsafeMutableRawBufferPointer) -> UploadStream.Outcome {
        do throws(RequestError) {
            return .copied(try upload.read(into: buffer))
        } catch {
            return .failed(TransportError(.other, error.message))
        }
    }

    /// How much of its time is left, when it has had to wait; libcurl keeps no more.
    private func restOfTime() throws(TransportError) -> Duration? {
        guard place != nil, let deadline else { return nil }
        let rest = ContinuousClock.now.duration(to: deadline)
        guard rest > .zero else { throw timeoutError }
        return rest
    }

    /// The failure of a transfer whose time is over.
    var timeoutError: TransportError {
        let limit = request.timeout.map { "\($0)" } ?? "its time"
        guard handle != nil else {
            return TransportError(.timedOut, "no place was free within \(limit), so the request was not sent")
        }
        let part = received > 0 ? ", after \(received) bytes of the body" : ""
        return TransportError(.timedOut, "the response was not complete within \(limit)\(part)")
    }

    /// The outcome, from libcurl's code and text.
    func outcome(code: Int32, text: @autoclosure () -> String) -> Result<Void, any Error> {
        if let failure { return .failure(failure) }
        if isRefused { return .success(()) }
        if code == RSF_CODE_URL_MALFORMED {
            let cause = RequestError("libcurl can't read the URL: \(text())")
            return .failure(LoadError(stage: .request, request: request, underlyingError: cause))
        }
        if code == RSF_CODE_COULDNT_CONNECT, let refusal = addressGuard?.refusal(of: origin) {
            return .failure(refusal)
        }
        guard code == 0 else { return .failure(TransportError(curlCode: code, text: text(), received: received)) }
        guard head.isComplete else {
            return .failure(TransportError(.malformedResponse, "the answer is not an HTTP response"))
        }
        return .success(())
    }
}
