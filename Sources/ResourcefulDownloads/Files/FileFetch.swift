/// The file of one download, which takes the steps that a loop feeds it.
package struct FileFetch: ~Copyable {
    private let download: FileDownload
    private let count: (Int, Int?) -> Void
    private let place: FilePlace
    private var partial: PartialFile
    private var resumedFrom = 0
    /// The response whose bytes are arriving.
    private var beginning: DownloadStep.Beginning?
    private var digest = RunningDigest([])
    /// The number of bytes in the digest.
    private var digested = 0

    fileprivate init(
        _ download: FileDownload, _ place: FilePlace, _ partial: consuming PartialFile,
        _ count: @escaping (Int, Int?) -> Void
    ) {
        (self.download, self.place, self.count) = (download, place, count)
        self.partial = partial
    }

    /// Returns the steps from the bytes that exist to the complete file.
    package mutating func steps() -> StreamResource<DownloadStep> {
        (beginning, resumedFrom) = (nil, 0)
        return download.steps(from: partial.record, count: partial.count)
    }

    package mutating func take(_ step: DownloadStep) throws {
        switch step {
        case .begin(let next): try begin(next)
        case .bytes(let bytes):
            try partial.append(bytes)
            digest.update(bytes)
            digested += bytes.count
            count(partial.count, beginning?.expected)
        case .whole: break
        }
    }

    /// Moves the complete file to its place. Returns nil if a resumed file doesn't match its digest: it is fetched once
    /// more, from the beginning.
    package mutating func finish() throws -> DownloadedFile? {
        guard let mismatch = digest.mismatch else { return try keep() }
        guard resumedFrom > 0 else { throw DownloadError("file", mismatch) }
        partial.clear()
        return nil
    }

    /// Returns the error of the download, after removing what is useless.
    package mutating func failure(_ error: any Error) -> any Error {
        let failure = located(error, partial.count)
        if failure.leavesNothing { partial.clear() }
        partial.removeIfUseless()
        return failure
    }

    private mutating func begin(_ next: DownloadStep.Beginning) throws {
        try partial.begin(next)
        // A download that starts over has no earlier bytes.
        resumedFrom = beginning == nil ? next.offset : min(resumedFrom, next.offset)
        // The digest continues if the bytes do. Otherwise it is computed again from the file.
        if next.digests != beginning?.digests || next.offset != digested {
            var whole = RunningDigest(next.digests)
            if !whole.isEmpty {
                try partial.readAll { bytes in
                    try Task.checkCancellation()
                    whole.update(bytes)
                }
            }
            (digest, digested) = (whole, next.offset)
        }
        beginning = next
        count(next.offset, next.expected)
    }

    /// Moves the complete file to its place.
    private mutating func keep() throws -> DownloadedFile {
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

extension FileDownload {
    /// Begins to fetch the file.
    package func fetch(
        to destination: Destination, baseURL: URL?, counting count: @escaping (Int, Int?) -> Void = { _, _ in }
    ) throws(LoadError) -> FileFetch {
        let download = try resolved(against: baseURL)
        do {
            let place = try FilePlace(destination, for: download)
            return FileFetch(download, place, try PartialFile(for: place.partialName, in: place.folder), count)
        } catch {
            throw LoadError(stage: .request, request: download.request, underlyingError: error)
        }
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
