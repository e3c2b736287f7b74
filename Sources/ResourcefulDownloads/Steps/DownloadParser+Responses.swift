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
        case 200 where isWhole(response), 203 where isWhole(response): try beginAnew(response)
        case _ where asksForRest: throw startAnew()
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
            // A part of encoded bytes fits only encoded bytes.
            [nil, known.coding].contains(fields.coding),
            known.length == nil || part.length == nil || known.length == part.length,
            fields.contains("Transfer-Encoding") || fields.contentLength ?? range.count == range.count
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

    /// Returns whether a successful answer to a request for the rest is the whole: it has a length, and contradicts
    /// nothing that is known. Some servers send the rest, or a part of it, with the status of the whole.
    private func isWhole(_ response: Response) -> Bool {
        let fields = response.headerFields
        guard asksForRest, let known = record, let length = known.length,
            fields.coding == nil || download.asksForCodings,
            let stated = fields.contentLength, !fields.contains("Transfer-Encoding"),
            fields["Content-Range"].map({ ContentRange(parsing: $0)?.lengthOfAll == stated }) ?? true
        else { return false }
        return known.isNamed(by: fields) ? stated == length : stated != length - offset
    }

    /// Takes the whole content, whatever exists.
    private mutating func beginAnew(_ response: Response) throws {
        let fields = response.headerFields
        let areUndone = fields.coding != nil && !download.asksForCodings
        var new = DownloadRecord(of: response, to: download.request, isCoded: areUndone)
        if let part = fields["Content-Range"].flatMap({ ContentRange(parsing: $0) }), part.range != nil {
            guard let length = part.lengthOfAll, new.length ?? length == length else {
                throw malformed("the server sent a part, but the whole was requested")
            }
            if !areUndone { new.length = length }
        }
        if let known = record, known.isNamed(by: fields) { new.digest = new.digest ?? known.digest }
        record = new
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
}
