/// An error that restarts the download, because the existing bytes or the response can't be used.
struct StartsAnew: Error {}

// Responses.
extension DownloadParser {
    mutating func begin(_ response: Response) throws {
        let asksForRest = asksForRest
        self.response = response
        end = nil
        partDigest = RunningDigest([])
        switch response.status {
        case 206 where asksForRest: try resume(response)
        case 416 where asksForRest: try settle(response)
        case 412 where asksForRest: throw startAnew()
        case 206: throw malformed("the server sent a part, but the whole was requested")
        case 412, 416:
            throw LoadError(stage: .status, request: download.request, response: response)
        default: try beginAnew(response)
        }
    }

    /// Takes the rest, if it belongs to the same version and begins at the right offset (RFC 9110, section 15.3.7).
    private mutating func resume(_ response: Response) throws {
        let fields = response.headerFields
        guard var known = record, let part = fields["Content-Range"].flatMap({ ContentRange(parsing: $0) }),
            let range = part.range, range.lowerBound == offset, known.matches(fields),
            // A part of encoded bytes fits only if the request asked for codings: then the existing bytes are encoded,
            // too.
            !Self.isCoded(fields) || download.asksForCodings,
            known.length == nil || part.length == nil || known.length == part.length
        else { throw startAnew() }
        known.length = known.length ?? part.length
        known.digest = fields.representationDigest?.description ?? known.digest
        guard range.upperBound <= known.length ?? .max else { throw startAnew() }
        record = known
        end = range.upperBound
        partDigest = RunningDigest([fields.contentDigest].compactMap { $0 })
        try place(response)
    }

    /// Completes the download if the server has no more bytes than those that exist (RFC 9110, section 15.5.17).
    private mutating func settle(_ response: Response) throws {
        let length = response.headerFields["Content-Range"].flatMap { ContentRange(parsing: $0) }?.length
        guard var known = record, length == offset, known.length == nil || known.length == length,
            known.matches(response.headerFields)
        else { throw startAnew() }
        known.length = length
        record = known
        isSettled = true
        try place(response)
    }

    /// Takes the whole content, whatever exists.
    private mutating func beginAnew(_ response: Response) throws {
        let fields = response.headerFields
        let isCoded = Self.isCoded(fields)
        if isCoded, !undoesCodings, !download.asksForCodings {
            undoesCodings = true
            throw startAnew()
        }
        let areUndone = isCoded && undoesCodings
        record = DownloadRecord(of: response, to: download.request, isCoded: areUndone)
        offset = 0
        partDigest = RunningDigest(areUndone ? [] : [fields.contentDigest].compactMap { $0 })
        try place(response)
    }

    /// Discards the existing bytes.
    private mutating func startAnew() -> StartsAnew {
        offset = 0
        record = nil
        return StartsAnew()
    }

    /// Notes where the bytes of a response belong, unless there are too many.
    private mutating func place(_ response: Response) throws {
        try check(size: record?.length)
        let stated = record?.digest.flatMap { ContentDigest(parsing: $0) }
        let isOfUse = download.isResumable && record?.validator != nil
        beginning = DownloadStep.Beginning(
            offset: offset, record: isOfUse ? record : nil, expected: record?.length,
            digests: [download.digest, stated].compactMap { $0 },
            name: record?.name ?? DownloadName.suggested(by: response.url ?? download.request.url),
            response: response)
    }

    private static func isCoded(_ fields: HeaderFields) -> Bool {
        fields.values(of: "Content-Encoding").contains { $0.lowercased() != "identity" && !$0.isEmpty }
    }
}
