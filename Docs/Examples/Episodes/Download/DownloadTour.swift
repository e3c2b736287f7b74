import ExampleSupport
import Resourceful
import ResourcefulDownloads
import ResourcefulTesting

/// Downloads a file, shows the progress, and resumes an interrupted download in the next run.
struct DownloadTour {
    /// The URL to download; nil for the file of the program's own server.
    let url: URL?
    /// The destination folder.
    let folder: URL
    /// The speed of the program's own server.
    let bytesPerSecond: Int
    /// Whether the server fails on purpose.
    let isFlaky: Bool
    let cache: CacheFolder

    /// - Returns: The status to end the program with.
    func run() async throws -> ExitCode {
        if let url { return try await download(url) }
        let server = try AudioServer(port: cache.port, bytesPerSecond: bytesPerSecond, isFlaky: isFlaky)
        defer { server.stop() }
        cache.port = server.port
        Terminal.output.say("A file is served at \(server.url)")
        return try await download(server.url)
    }

    private func download(_ url: URL) async throws -> ExitCode {
        let printer = ProgressPrinter()
        printer.begin()
        do {
            let file = try await interruptible { [folder] in
                let webservice = Webservice(
                    policies: [.retry()], observers: [printer.observer], transport: .platform)
                return try await webservice.download(
                    FileDownload(url: url), to: .folder(folder, ifTaken: .replaced), every: printer.interval,
                    progress: printer.show)
            }
            printer.finish()
            let before = file.resumedFrom > 0 ? ", \(Wording.size(file.resumedFrom)) of it from before" : ""
            Terminal.output.say("\(file.url.path(percentEncoded: false)) has \(Wording.size(file.size))\(before).")
            return .success
        } catch is CancellationError {
            printer.finish()
            Terminal.output.say("Interrupted. Run it again to resume.")
            return .interrupted
        } catch {
            printer.finish()
            throw error
        }
    }
}
