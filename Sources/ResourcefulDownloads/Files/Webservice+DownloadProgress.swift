extension Webservice {
    /// Downloads a file and reports its progress.
    ///
    ///     let file = try await webservice.download(recording, to: .folder(downloads)) { progress in
    ///         bar.value = progress.fraction ?? 0
    ///     }
    ///
    /// Bytes from earlier attempts count as received, but not for the rate.
    ///
    /// - Parameters:
    ///   - download: The file.
    ///   - destination: The place of the file.
    ///   - interval: The minimum time between one progress and the next.
    ///   - isolation: The actor on which `tell` is called: the caller's.
    ///   - tell: Called when the first response begins, from time to time, and at the end, one call after the other and
    ///     never after this returns; not at all if there is none. The last fraction is 1 if the download succeeds.
    /// - Throws: The errors of ``download(_:to:)``.
    public func download(
        _ download: FileDownload, to destination: FileDownload.Destination,
        every interval: Duration = .milliseconds(100), isolation: isolated (any Actor)? = #isolation,
        progress tell: (TransferProgress) -> Void
    ) async throws -> DownloadedFile {
        try await progress(of: download, to: destination, every: interval).value(telling: tell)
    }

    /// Returns a sequence that downloads a file: its progress from time to time, and the file at the end.
    ///
    /// - Parameters:
    ///   - download: The file.
    ///   - destination: The place of the file.
    ///   - interval: The minimum time between one progress and the next.
    public func progress(
        of download: FileDownload, to destination: FileDownload.Destination,
        every interval: Duration = .milliseconds(100)
    ) -> ProgressSequence<DownloadedFile> {
        ProgressSequence(interval: interval) { [self] meter in
            try await self.download(download, to: destination, meteredBy: meter)
        }
    }

    private func download(
        _ download: FileDownload, to destination: FileDownload.Destination, meteredBy meter: ProgressMeter
    ) async throws -> DownloadedFile {
        let count = DownloadCount(meter, download.request)
        return try await self.download(download, to: destination, counting: count.note)
    }
}

/// Counts the bytes of a download's file, over all its responses.
private final class DownloadCount: Sendable {
    private struct State: Sendable {
        var exchange: (any ExchangeMeter)?
        /// The number of bytes so far.
        var received = -1
    }

    private let meter: ProgressMeter
    private let request: Request
    private let state = Locked(State())

    init(_ meter: ProgressMeter, _ request: Request) { (self.meter, self.request) = (meter, request) }

    /// Notes the number of bytes so far and the total.
    func note(_ received: Int, _ expected: Int?) {
        let (meter, request) = (meter, request)
        state.withLock { state in
            // Only the beginning of a response keeps the number or lowers it.
            if received <= state.received || state.exchange == nil {
                state.exchange?.end(inVain: true)
                meter.resume(after: received)
                state.exchange = meter.exchange(request)
                state.exchange?.expect(toSend: request.body == nil ? 0 : try? request.body?.knownLength)
                state.exchange?.answer(expecting: expected.map { $0 - received })
            } else {
                state.exchange?.receive(received - state.received)
            }
            state.received = received
        }
    }
}
