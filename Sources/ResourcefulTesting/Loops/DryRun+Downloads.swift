public import ResourcefulDownloads

extension DryRun {
    /// Downloads a file, as `Webservice.download(_:to:)` does: it is written, resumed, checked and moved to its place
    /// on the disk, in virtual time.
    ///
    /// - Parameters:
    ///   - download: The file.
    ///   - destination: The place of the file.
    ///   - interval: The minimum virtual time between one progress and the next.
    ///   - tell: Called with the progress, after the download; see ``load(_:every:progress:)``.
    /// - Throws: The errors of `Webservice.download(_:to:)`.
    public mutating func download(
        _ download: FileDownload, to destination: FileDownload.Destination,
        every interval: Duration = .milliseconds(100), progress tell: (TransferProgress) -> Void = { _ in }
    ) throws -> DownloadedFile {
        try metered(every: interval, tell) { run, meter in try run.fetch(download, to: destination, meter) }
    }

    /// Passes the steps of a download to a function, as a loop over `Webservice.progress(of:to:every:)` receives them:
    /// its progress in virtual time, and the file. Then throws the error that ends the loop, if any.
    ///
    /// - Throws: The errors of `Webservice.download(_:to:)`.
    public mutating func progress(
        of download: FileDownload, to destination: FileDownload.Destination,
        every interval: Duration = .milliseconds(100),
        _ body: (ProgressSequence<DownloadedFile>.Step) throws -> Void
    ) throws {
        try steps(every: interval, body) { run, meter in try run.fetch(download, to: destination, meter) }
    }

    private mutating func fetch(
        _ download: FileDownload, to destination: FileDownload.Destination, _ meter: VirtualMeter
    ) throws -> DownloadedFile {
        meter.beginsWithResponse = true
        var fetch = try download.fetch(to: destination, baseURL: loadOrder.baseURL)
        do {
            while true {
                try stream(of: fetch.steps()) { step in
                    if case .begin(let beginning) = step { meter.resumed(after: beginning.offset) }
                    try fetch.take(step)
                }
                if let file = try fetch.finish() { return file }
            }
        } catch {
            throw fetch.failure(error)
        }
    }
}
