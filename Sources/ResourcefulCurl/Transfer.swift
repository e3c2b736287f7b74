import CResourcefulCurl
import ResourcefulCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// One exchange: what is sent, what has come of the response, and who waits for it.
///
/// `@unchecked Sendable`: it is handed over to the loop's thread once, through its inbox, and touched by no other
/// thread afterwards; libcurl's callbacks run on that thread, too.
final class Transfer: @unchecked Sendable {
    let request: Request
    let origin: Origin?
    let limit: Int
    /// The body, once the transfer has begun.
    private(set) var upload = UploadSource()
    private(set) var head = ResponseHead()
    private(set) var body = Data()
    /// Why a callback ended the transfer, when one did.
    private(set) var failure: TransportError?
    /// Whether codings of the content are undone: not when the request asks for codings by name, and not for a range,
    /// which would be one of the coded bytes (RFC 9110, section 14.1.2).
    let decodes: Bool
    /// The number of its place in the queue, when it has had to wait.
    var place: Int?
    private var decoder: ContentDecoder?
    private var hasBody = false
    private var sendCount = 0
    private var continuation: CheckedContinuation<Response, any Error>?

    init(_ request: Request, limit: Int) {
        self.request = request
        self.limit = limit
        decodes = !request.headerFields.contains("Accept-Encoding") && !request.headerFields.contains("Range")
        origin = Origin(request.url)
    }

    /// Opens the body. Not before: a file has no descriptor while its transfer waits for its turn.
    ///
    /// - Throws: `LoadError` at the request stage when the request is none that can be sent.
    func begin() throws(LoadError) {
        do throws(RequestError) {
            // libcurl would wait for the body that the response to a HEAD does not have.
            if request.method == .head, request.body != nil {
                throw RequestError("a HEAD request with a body can't be sent (RFC 9110, section 9.3.2)")
            }
            upload = try UploadSource(request.body)
        } catch {
            throw LoadError(stage: .request, request: request, underlyingError: error)
        }
    }

    /// Goes back to a byte of the body; false when there is none of that number.
    func seek(to offset: Int) -> Bool { upload.seek(to: offset) }

    /// Notes who waits. To be called once, before the transfer is handed over.
    func setContinuation(_ continuation: CheckedContinuation<Response, any Error>) { self.continuation = continuation }

    /// Hands the outcome over, the first time it is called.
    func finish(_ outcome: Result<Response, any Error>) {
        continuation?.resume(with: outcome)
        continuation = nil
    }

    /// Takes note that the request is about to be sent; false ends the transfer.
    ///
    /// libcurl sends a request again by itself when a connection that was used before ends without an answer. It can't
    /// know whether the server has acted on the first one (RFC 9110, section 9.2.2).
    func maySend() -> Bool {
        sendCount += 1
        guard sendCount > 1, !request.method.isIdempotent else { return true }
        failure = TransportError(
            .connectionLost, "the connection ended before an answer came, and \(request.method) is not sent twice")
        return false
    }

    /// Takes a line of the head; false ends the transfer.
    func receiveHead(_ line: UnsafeRawBufferPointer) -> Bool {
        do throws(ResponseHead.Malformed) {
            try head.receive(line)
            return true
        } catch {
            failure = TransportError(
                .malformedResponse, "the answer is not a well-formed HTTP response: \(error.reason)")
            return false
        }
    }

    /// Takes a piece of the body; false ends the transfer.
    func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
        do throws(TransportError) {
            if !hasBody {
                hasBody = true
                try beginBody(bytes.count)
            }
            guard let decoder else {
                try append(bytes)
                return true
            }
            try decoder.decode(bytes) { piece throws(TransportError) in try append(piece) }
            return true
        } catch {
            failure = error
            return false
        }
    }

    private func beginBody(_ count: Int) throws(TransportError) {
        if decodes { decoder = try ContentDecoder.forContent(with: head.headerFields) }
        guard let length = head.contentLength else { return }
        // A server may declare what it likes: no more than a megabyte is believed beforehand.
        body.reserveCapacity(min(max(length, count), limit, 1 << 20))
    }

    private func append(_ bytes: UnsafeRawBufferPointer) throws(TransportError) {
        guard body.count + bytes.count <= limit else {
            throw TransportError(.tooLarge, "the response is larger than the limit of \(limit) bytes")
        }
        body.append(contentsOf: bytes)
    }

    /// Checks that a body whose codings are undone is whole, where the framing of HTTP does not say it.
    private func endBody() throws(TransportError) {
        if let decoder { return try decoder.finish() }
        guard decodes, !hasBody, head.isBodyEndedByClose, request.method != .head,
            head.status != 204, head.status != 304
        else { return }
        try ContentDecoder.forContent(with: head.headerFields)?.finish()
    }

    /// Fills the buffer with the next bytes to send; nil ends the transfer.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int? {
        guard let count = upload.read(into: buffer) else {
            failure = TransportError(.other, "the file of the body could not be read to its end, or became shorter")
            return nil
        }
        return count
    }

    /// The outcome, from libcurl's code and text.
    func outcome(code: Int32, text: String) -> Result<Response, any Error> {
        if let failure { return .failure(failure) }
        if code == RSF_CODE_URL_MALFORMED {
            let cause = RequestError("libcurl can't read the URL: \(text)")
            return .failure(LoadError(stage: .request, request: request, underlyingError: cause))
        }
        guard code == 0 else { return .failure(TransportError(curlCode: code, text: text, received: body.count)) }
        guard let status = head.status, head.isComplete else {
            return .failure(TransportError(.malformedResponse, "the answer is not an HTTP response"))
        }
        do throws(TransportError) {
            try endBody()
        } catch {
            return .failure(error)
        }
        return .success(Response(status: status, headerFields: head.headerFields, body: body, url: request.url))
    }
}
