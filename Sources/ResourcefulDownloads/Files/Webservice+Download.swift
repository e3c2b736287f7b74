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
            let file = try await fetch(download, to: destination, watch, count)
            watch?.end(nil)
            return file
        } catch {
            watch?.end(error)
            throw error
        }
    }

    private func fetch(
        _ download: FileDownload, to destination: FileDownload.Destination, _ watch: Watch?,
        _ count: @escaping @Sendable (_ received: Int, _ expected: Int?) -> Void
    ) async throws -> DownloadedFile {
        let download = try download.resolved(against: baseURL)
        do {
            var fetch = try FileFetch(self, watch, download, destination, count)
            return try await fetch.file()
        } catch let error as RequestError {
            throw LoadError(stage: .request, request: download.request, underlyingError: error)
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
