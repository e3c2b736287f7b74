import Dispatch
import Foundation
import Resourceful
import ResourcefulDownloads
import ResourcefulTesting
import Testing

// The snippets of "Command-line programs", word for word, compiled and run. ExampleTests press Ctrl-C.

/// Ctrl-C and SIGTERM cancel the work. A second one, at least a second later, ends the program.
func interruptible<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    let task = Task { try await work() }
    let sources = [SIGINT, SIGTERM].map { number in
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
        source.setEventHandler {
            task.cancel()
            // Not at once, because some senders send it twice.
            DispatchQueue.global().asyncAfter(deadline: .now() + 1) { signal(number, SIG_DFL) }
        }
        source.resume()
        return source
    }
    defer {
        for source in sources { source.cancel() }
        for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) }
    }
    return try await task.value
}

@Suite(.permit) struct CommandLineSnippetTests {
    @Test func `a download that nothing interrupts is complete`() async throws {
        let folder = URL(filePath: "/tmp/resourceful-snippet-\(UInt64.random(in: 0 ... .max))")
        defer { try? FileManager.default.removeItem(at: folder) }
        let server = try LoopbackServer { _ in Response(body: Data("film".utf8)) }
        defer { server.stop() }
        let webservice = Webservice()
        let film = FileDownload(url: server.baseURL.appending(path: "film.mp4"))

        do {
            let file = try await interruptible {
                try await webservice.download(film, to: .folder(folder))
            }
            print("\(file.url.path()) is complete.")
        } catch is CancellationError {
            print("Interrupted. Run it again to resume.")
            exit(130)
        }

        #expect(try Data(contentsOf: folder.appending(path: "film.mp4")) == Data("film".utf8))
    }

    @Test func `an error of the work is thrown unchanged`() async throws {
        await #expect(throws: CocoaError.self) { try await interruptible { throw CocoaError(.fileNoSuchFile) } }
    }
}
