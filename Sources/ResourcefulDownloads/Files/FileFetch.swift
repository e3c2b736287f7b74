/// Carries out the steps of one download.
struct FileFetch {
    private let webservice: Webservice
    private let watch: Watch?
    private let download: FileDownload
    private let count: @Sendable (Int, Int?) -> Void
    private let place: FilePlace
    /// The number of bytes from an earlier attempt.
    private var resumedFrom = 0
    /// The response whose bytes are arriving.
    private var beginning: DownloadStep.Beginning?
    private var digest = RunningDigest([])
    /// The number of bytes in the digest.
    private var digested = 0

    init(
        _ webservice: Webservice, _ watch: Watch?, _ download: FileDownload, _ destination: FileDownload.Destination,
        _ count: @escaping @Sendable (Int, Int?) -> Void
    ) throws(RequestError) {
        (self.webservice, self.watch, self.download, self.count) = (webservice, watch, download, count)
        place = try FilePlace(destination, for: download)
    }

    /// Fetches the file. If a resumed file doesn't match its digest, fetches it once more from the beginning.
    mutating func file() async throws -> DownloadedFile {
        var partial = try PartialFile(for: place.partialName, in: place.folder)
        do {
            while true {
                try await fetch(into: &partial)
                guard let mismatch = digest.mismatch else { break }
                guard resumedFrom > 0 else { throw DownloadError("file", mismatch) }
                partial.clear()
            }
            return try keep(&partial)
        } catch {
            let failure = located(error, partial.count)
            if failure.leavesNothing { partial.clear() }
            partial.removeIfUseless()
            throw failure
        }
    }

    /// Carries out the steps from the bytes that exist to the complete file.
    private mutating func fetch(into partial: inout PartialFile) async throws {
        (beginning, resumedFrom) = (nil, 0)
        var feed = StreamFeed(
            download.steps(from: partial.record, count: partial.count), webservice, partOf: watch)
        var steps: [DownloadStep] = []
        while try await feed.fill(&steps) {
            for step in steps { try take(step, &partial) }
            steps.removeAll(keepingCapacity: true)
        }
    }

    private mutating func take(_ step: DownloadStep, _ partial: inout PartialFile) throws {
        switch step {
        case .begin(let next): try begin(next, &partial)
        case .bytes(let bytes):
            try partial.append(bytes)
            digest.update(bytes)
            digested += bytes.count
            count(partial.count, beginning?.expected)
        case .whole: break
        }
    }

    private mutating func begin(_ next: DownloadStep.Beginning, _ partial: inout PartialFile) throws {
        try partial.begin(next)
        // A download that starts over has no earlier bytes.
        resumedFrom = beginning == nil ? next.offset : min(resumedFrom, next.offset)
        // The digest continues if the bytes do. Otherwise it is computed again from the file.
        if next.digests != beginning?.digests || next.offset != digested {
            (digest, digested) = (RunningDigest(next.digests), 0)
            if !digest.isEmpty {
                try partial.readAll { bytes in
                    try Task.checkCancellation()
                    digest.update(bytes)
                }
            }
            digested = next.offset
        }
        beginning = next
        count(next.offset, next.expected)
    }

    /// Moves the complete file to its place.
    private func keep(_ partial: inout PartialFile) throws -> DownloadedFile {
        let name = try partial.move(
            to: place.name(suggested: beginning?.name ?? "download"), replacing: place.replaces)
        PartialFile.removeOthers(of: place.partialName, in: place.folder)
        return DownloadedFile(
            url: place.url(of: name), size: partial.count, resumedFrom: resumedFrom,
            response: beginning?.response ?? Response())
    }

    /// Returns a download's error with its request, its response and the number of bytes received.
    private func located(_ error: any Error, _ received: Int) -> any Error {
        guard let error = error as? DownloadError else { return error }
        return LoadError(
            stage: error.kind == .digestMismatch ? .parse : .transport, request: download.request,
            response: beginning?.response, underlyingError: error, received: received)
    }
}

extension Error {
    /// Whether the bytes are useless after this error: they are wrong, or too many.
    fileprivate var leavesNothing: Bool {
        switch (self as? LoadError)?.underlyingError {
        case let error as DownloadError: error.kind == .digestMismatch
        case let error as TransportError: error.kind == .tooLarge || (self as? LoadError)?.stage == .parse
        default: false
        }
    }
}
