public import ResourcefulCore

extension Webservice {
    /// Fetches a file, as ``download(_:to:)`` does, and tells how far it has come.
    ///
    /// What was there from before counts as received, but not for the pace. The bytes are those of the file: a coding
    /// that nobody asked for is undone.
    ///
    /// - Parameters:
    ///   - interval: How long there is at least between one progress and the next.
    ///   - tell: Called with the progress at the beginning, from time to time, and at the end, one after the other and
    ///     never after this has returned.
    /// - Throws: what ``download(_:to:)`` throws.
    public func download(
        _ download: Download, to destination: Download.Destination, every interval: Duration = .milliseconds(100),
        progress tell: @escaping @Sendable (TransferProgress) -> Void
    ) async throws -> DownloadedFile {
        let teller = ProgressWish(interval: interval, tell: tell).teller()
        teller.begin()
        do {
            let file = try await self.download(download, to: destination, meteredBy: teller.meter)
            await teller.end(hasSucceeded: true)
            return file
        } catch {
            await teller.end(hasSucceeded: false)
            throw error
        }
    }

    /// Fetches a file as a sequence: how far it has come, from time to time, and the file at the end.
    ///
    /// - Parameter interval: How long there is at least between one progress and the next.
    public func progress(
        of download: Download, to destination: Download.Destination, every interval: Duration = .milliseconds(100)
    ) -> ProgressSequence<DownloadedFile> {
        ProgressSequence(interval: interval) { [self] meter in
            try await self.download(download, to: destination, meteredBy: meter)
        }
    }

    private func download(
        _ download: Download, to destination: Download.Destination, meteredBy meter: ProgressMeter
    ) async throws -> DownloadedFile {
        let exchange = meter.exchange(download.request)
        let last = Locked<Int?>(nil)
        return try await self.download(download, to: destination) { received, expected in
            let before = last.withLock { last in
                defer { last = received }
                return last
            }
            if let before, received > before {
                exchange.receive(received - before)
            } else {
                // A response begins, behind what is there.
                meter.resume(after: received)
                exchange.answer(expecting: expected.map { $0 - received })
            }
        }
    }
}
