/// A parser that decides how the responses to a download become its file: a fold over them and their bytes.
///
/// You can feed, reopen and test it like any other stream parser. What it asks for depends on the bytes that exist:
/// without any, the whole; with a part of a version that has a validator, the rest of that version.
struct DownloadParser: StreamParser {
    typealias Element = DownloadStep

    let download: FileDownload
    /// The version of the existing bytes; nil if it is unknown or there are none.
    var record: DownloadRecord?
    /// The number of existing bytes.
    var offset: Int
    /// The highest offset so far.
    var furthest: Int
    /// The current response.
    var response: Response?
    /// The beginning to emit before the next bytes.
    var beginning: DownloadStep.Beginning?
    /// The end of the part in the response; nil if the response has the whole content.
    var end: Int?
    /// Whether to ignore the body, because the file is complete.
    var isSettled = false
    var isWhole = false
    /// The running checksum of this response only.
    var partDigest = RunningDigest([])

    /// - Parameters:
    ///   - download: The download, with an absolute URL.
    ///   - record: The record of the bytes that exist.
    ///   - count: The number of bytes that exist.
    init(_ download: FileDownload, record: DownloadRecord?, count: Int) {
        self.download = download
        let isOurs =
            download.isResumable && record?.target == DownloadRecord.target(of: download.request)
            && record?.canResume(after: count) == true
        self.record = isOurs ? record : nil
        offset = isOurs ? count : 0
        furthest = offset
    }

    mutating func take(_ bytes: Data, into steps: inout [DownloadStep]) throws {
        guard !isSettled else { return }
        offset += bytes.count
        guard offset <= end ?? record?.length ?? .max else {
            throw malformed("the body is longer than the response says")
        }
        try check(size: offset)
        partDigest.update(bytes)
        say(into: &steps)
        steps.append(.bytes(bytes))
        furthest = max(furthest, offset)
    }

    mutating func finish(into steps: inout [DownloadStep]) throws {
        say(into: &steps)
        if let mismatch = partDigest.mismatch { throw DownloadError("response", mismatch) }
        guard offset >= end ?? record?.length ?? 0 else {
            throw failure(TransportError(.connectionLost, "the connection ended before the body was complete"))
        }
        // The end of a part is the end of the whole only if the length is known.
        isWhole = isSettled || end == nil || offset == record?.length
        if isWhole { steps.append(.whole) }
    }

    private mutating func say(into steps: inout [DownloadStep]) {
        if let beginning { steps.append(.begin(beginning)) }
        beginning = nil
    }

    /// Throws an error if the whole, or what was received of it, exceeds the maximum size.
    func check(size: Int?) throws {
        guard let size, let limit = download.request.maximumBodySize, size > limit else { return }
        throw failure(.largerThan(limit))
    }

    /// Returns an error of the exchange.
    func failure(_ error: TransportError) -> LoadError {
        LoadError(
            stage: .transport, request: download.request, response: response, underlyingError: error, received: offset)
    }

    /// Returns an error for a mistake of the server, which it would make again.
    func malformed(_ message: String) -> TransportError { TransportError(.malformedResponse, message) }
}
