extension Webservice {
    /// Downloads a file.
    ///
    ///     let file = try await webservice.download(Download(url: url), to: .folder(downloads))
    ///
    /// The file is written next to its place, under a hidden name, and moved there when it is complete and its checksum
    /// is right, so it is never there in part. If the download fails, is canceled or ends with the process, the bytes
    /// are kept. The next download of the same URL to the same place, even in another process, requests the rest of the
    /// same version (RFC 9110, section 14), and starts over if the server has another version.
    ///
    /// Policies apply as they do to a resource. The bytes are written in the calling task, with calls that wait for the
    /// disk.
    ///
    /// - Throws: `LoadError`, whose cause may be a ``DownloadError``; `CancellationError`; or the errors that the
    ///   download declares.
    public func download(_ download: FileDownload, to destination: FileDownload.Destination) async throws
        -> DownloadedFile
    {
        try await self.download(download, to: destination, counting: { _, _ in })
    }

    /// Downloads a file and counts its bytes.
    ///
    /// - Parameter count: Called with the number of bytes so far, including those from earlier attempts, and the total:
    ///   at the beginning of each response and after each piece of it.
    package func download(
        _ download: FileDownload, to destination: FileDownload.Destination,
        counting count: @escaping @Sendable (_ received: Int, _ expected: Int?) -> Void
    ) async throws -> DownloadedFile {
        let (_, watch) = watched(beginning: download.request, "\(download)")
        do {
            var fetch = try download.fetch(to: destination, baseURL: baseURL, counting: count)
            let file = try await fetched(by: &fetch, watch)
            watch?.end(nil)
            return file
        } catch {
            watch?.end(error)
            throw error
        }
    }

    private func fetched(by fetch: inout FileFetch, _ watch: Watch?) async throws -> DownloadedFile {
        do {
            while true {
                var feed = StreamFeed(fetch.steps(), self, partOf: watch)
                var steps: [DownloadStep] = []
                while try await feed.fill(&steps) {
                    for step in steps { try fetch.take(step) }
                    steps.removeAll(keepingCapacity: true)
                }
                if let file = try fetch.finish() { return file }
            }
        } catch {
            throw fetch.failure(error)
        }
    }
}

// What people write first. You can't use it: the compiler suggests what to write instead.
extension Webservice {
    /// Unavailable: a URL can lead to a file or to a folder.
    @available(*, unavailable, message: "write to: .file(url) or to: .folder(url)")
    @_disfavoredOverload
    public func download(_ download: FileDownload, to place: URL) async throws -> DownloadedFile {
        throw CancellationError()
    }
}
