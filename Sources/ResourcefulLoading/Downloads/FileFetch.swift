import ResourcefulCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Carries the steps of one download out.
struct FileFetch {
    private let webservice: Webservice
    private let watch: Watch?
    private let download: FileDownload
    private let count: @Sendable (Int, Int?) -> Void
    private let place: FilePlace
    /// How many bytes were there before.
    private var resumedFrom = 0
    /// The response whose bytes come.
    private var beginning: DownloadStep.Beginning?
    private var digest = RunningDigest([])
    /// How many bytes have gone into the digest.
    private var digested = 0

    init(
        _ webservice: Webservice, _ watch: Watch?, _ download: FileDownload, _ destination: FileDownload.Destination,
        _ count: @escaping @Sendable (Int, Int?) -> Void
    ) throws(RequestError) {
        (self.webservice, self.watch, self.download, self.count) = (webservice, watch, download, count)
        place = try FilePlace(destination, for: download)
    }

    /// Fetches the file, and from the beginning once more where what was there from before has spoilt it.
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

    /// Carries out what leads from what is there to the whole.
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
        // What begins anew has nothing of it any more.
        resumedFrom = beginning == nil ? next.offset : min(resumedFrom, next.offset)
        // What has been computed goes on where the bytes do.
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

    /// Moves the whole file to its place.
    private func keep(_ partial: inout PartialFile) throws -> DownloadedFile {
        let name = try partial.move(
            to: place.name(suggested: beginning?.name ?? "download"), replacing: place.replaces)
        PartialFile.removeOthers(of: place.partialName, in: place.folder)
        return DownloadedFile(
            url: place.url(of: name), size: partial.count, resumedFrom: resumedFrom,
            response: beginning?.response ?? Response())
    }

    /// An error of the file, saying what was asked for and how far it had come.
    private func located(_ error: any Error, _ received: Int) -> any Error {
        guard let error = error as? DownloadError else { return error }
        return LoadError(
            stage: error.kind == .digestMismatch ? .parse : .transport, request: download.request,
            response: beginning?.response, underlyingError: error, received: received)
    }
}

extension Error {
    /// Whether what has come is of no use after it: it is wrong, or too much.
    fileprivate var leavesNothing: Bool {
        switch (self as? LoadError)?.underlyingError {
        case let error as DownloadError: error.kind == .digestMismatch
        case let error as TransportError: error.kind == .tooLarge || (self as? LoadError)?.stage == .parse
        default: false
        }
    }
}
