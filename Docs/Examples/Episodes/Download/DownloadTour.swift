import Resourceful
import ResourcefulTesting

/// Downloads a file, shows how far it is, and goes on the next time when it is interrupted.
struct DownloadTour {
    /// What to download; nil for the file of the program's own server.
    let url: URL?
    /// The folder that it goes to.
    let folder: URL
    /// How fast the program's own server is.
    let bytesPerSecond: Int
    let cache: CacheFolder

    /// - Returns: The status to end the program with.
    func run() async throws -> Int32 {
        if let url { return try await download(url) }
        let server = try AudioServer(port: cache.port, bytesPerSecond: bytesPerSecond)
        defer { server.stop() }
        cache.port = server.port
        print("A file is served at \(server.url)")
        return try await download(server.url)
    }

    private func download(_ url: URL) async throws -> Int32 {
        let printer = ProgressPrinter()
        let task = Task { [folder] in
            let webservice = Webservice(policies: [.retry()], transport: .platform)
            return try await webservice.download(
                FileDownload(url: url), to: .folder(folder, ifTaken: .replaced), every: printer.interval,
                progress: printer.show)
        }
        let interruption = Interruption { task.cancel() }
        defer { _ = interruption }
        do {
            let file = try await task.value
            printer.finish()
            let before = file.resumedFrom > 0 ? ", \(file.resumedFrom) of them from before" : ""
            print("\(file.url.path(percentEncoded: false)) has \(file.size) bytes\(before).")
            return 0
        } catch is CancellationError {
            printer.finish()
            print("Interrupted. Started again, it goes on from there.")
            return Interruption.status
        } catch {
            printer.finish()
            throw error
        }
    }
}
