#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Decides what becomes of the responses to a download: a fold over them and their bytes.
///
/// As a parser of a stream it is fed, opened again and tested like any. What it asks for depends on what is there:
/// nothing, and it asks for the whole; a part of a version that has a name, and it asks for the rest of that version.
struct DownloadParser: StreamParser {
    typealias Element = DownloadStep

    let download: FileDownload
    /// Of which version bytes are there; nil when that is not known, or there are none.
    var record: DownloadRecord?
    /// How many bytes are there.
    var offset: Int
    /// Whether the transport is to undo codings, because the server uses one although none was asked for.
    var undoesCodings = false
    /// The furthest that it has come.
    var furthest: Int
    /// The response whose bytes come.
    var response: Response?
    /// The beginning that is not said yet: it goes with the first bytes.
    var beginning: DownloadStep.Beginning?
    /// Where the part ends that the response holds; nil when it holds the whole.
    var end: Int?
    /// Whether nothing of the body is wanted.
    var isSettled = false
    var isWhole = false
    /// Verifies what this response alone holds.
    var partDigest = RunningDigest([])

    /// - Parameters:
    ///   - download: The download, its URL absolute.
    ///   - record: What is known of the bytes that are there.
    ///   - count: How many are there.
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
            throw failure(TransportError(.connectionLost, "the connection ended before the body did"))
        }
        // The end of a part is that of the whole only when it says so.
        isWhole = isSettled || end == nil || offset == record?.length
        if isWhole { steps.append(.whole) }
    }

    private mutating func say(into steps: inout [DownloadStep]) {
        if let beginning { steps.append(.begin(beginning)) }
        beginning = nil
    }

    /// Fails when the whole, or what has come of it, is larger than it may be.
    func check(size: Int?) throws {
        guard let size, let limit = download.request.maximumBodySize, size > limit else { return }
        throw failure(.largerThan(limit))
    }

    /// An error of the exchange.
    func failure(_ error: TransportError) -> LoadError {
        LoadError(
            stage: .transport, request: download.request, response: response, underlyingError: error, received: offset)
    }

    /// An error of the server's, which would make it again.
    func malformed(_ message: String) -> TransportError { TransportError(.malformedResponse, message) }
}
