import ExampleSupport
import Foundation
import ProgramSupport
import ResourcefulTesting
import Testing

/// `episodes download`, as a person meets it.
@Suite(.permit, .blocking) final class DownloadProgramTests {
    private let folder = TemporaryFolder()

    /// Runs it with a folder of this run's own, until something has come and Ctrl-C is pressed, if it is.
    private func download(
        _ words: String..., interrupted: Bool = false
    ) throws -> Program.Outcome {
        try Program.run(arguments(words)) { process in
            guard interrupted else { return }
            let before = partialSize
            for _ in 0..<2_000 where partialSize <= before { usleep(5_000) }
            kill(process, SIGINT)
        }
    }

    private func arguments(_ words: [String]) -> [String] {
        ["download"] + words + ["--to", folder.path + "/to", "--cache-folder", folder.path]
    }

    private var names: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder.path + "/to").sorted()) ?? []
    }

    /// How many bytes the partial file has.
    private var partialSize: Int {
        guard let name = names.first(where: { $0.hasSuffix(".partial") }) else { return 0 }
        let size = try? FileManager.default.attributesOfItem(atPath: folder.path + "/to/" + name)[.size] as? Int
        return size ?? 0
    }

    @Test func `it continues where Ctrl-C has ended it, and shows plain lines where there is no terminal`() throws {
        let first = try download("--rate", "3000000", interrupted: true)
        #expect(first.status == 130 && first.errors.isEmpty, "\(first)")
        #expect(first.output.hasSuffix("Interrupted. Run it again to resume.\n"), "\(first.output)")
        #expect(!first.output.contains("\r") && !first.output.contains("Ctrl-C"))
        let size = partialSize
        #expect(size > 0 && size < 6_000_000 && names.count == 2)

        let second = try download("--rate", "100000000")
        #expect(second.status == 0 && second.errors.isEmpty, "\(second)")
        #expect(
            second.output.hasSuffix("/to/30.mp3 has 6.0 MB, \(Wording.size(size)) of it from before.\n"),
            "\(second.output)")
        #expect(second.output.contains("6.0 MB of 6.0 MB, 100 %\n"), "\(second.output)")
        #expect(second.output.split(separator: "\n").count < 6 && names == ["30.mp3"])
        // All of it in one go is the same.
        let bytes = FileManager.default.contents(atPath: folder.path + "/to/30.mp3")
        #expect(try download("--rate", "1000000000").output.hasSuffix("/to/30.mp3 has 6.0 MB.\n"))
        #expect(bytes == FileManager.default.contents(atPath: folder.path + "/to/30.mp3"))
    }

    #if os(Linux)
        @Test func `in a terminal it shows a bar, and that Ctrl-C can be tried`() throws {
            let outcome = try Program.show(arguments(["--rate", "20000000"]), columns: 80)
            #expect(outcome.status == 0, "\(outcome)")
            #expect(outcome.output.contains("Press Ctrl-C to stop. Run it again to resume."))
            let bar = "\r\u{1B}[K\u{1B}[32m" + String(repeating: "█", count: 30) + "\u{1B}[0m"
            #expect(outcome.output.contains(bar + "  6.0 MB of 6.0 MB, 100 %\n"), "\(outcome.output)")
            #expect(outcome.output.contains("░  "), "\(outcome.output)")
        }

        @Test func `Ctrl-C in a terminal ends the line, and says how to go on`() throws {
            var isSent = false
            let first = try Program.show(arguments(["--rate", "1000000"]), columns: 80) { text, process in
                guard !isSent, text.contains("KB of 6.0 MB") else { return }
                isSent = true
                kill(process, SIGINT)
            }
            #expect(
                first.status == 130 && first.output.hasSuffix("\nInterrupted. Run it again to resume.\n"), "\(first)")
            #expect(partialSize > 0)
        }

        @Test func `retries are shown above the bar and in it`() throws {
            let environment = ["TERM": "xterm", "NO_COLOR": "1"]
            let outcome = try Program.show(
                arguments(["--flaky", "--rate", "20000000"]), columns: 100, environment: environment)
            #expect(outcome.status == 0 && !outcome.output.contains("\u{1B}[3"), "\(outcome)")
            let lines = outcome.output.components(separatedBy: "\r\u{1B}[K")
            #expect(lines.contains { $0.hasPrefix("retry: the connection ended before the response was complete") })
            let retry = "retry: 503 Service Unavailable, retrying in 2"
            #expect(lines.contains { $0.hasPrefix(retry) && $0.contains(" s (1 of 3)\n") })
            #expect(lines.contains { $0.contains(" %, retrying in 2") && $0.hasSuffix(" s (1 of 3)") }, "\(lines)")
            #expect(outcome.output.contains("100 %, 2 retries\n"), "\(outcome.output)")
        }

        @Test func `in a terminal that only appends, it shows plain lines`() throws {
            let outcome = try Program.show(
                arguments(["--rate", "20000000"]), columns: 80, environment: ["TERM": "dumb"])
            #expect(outcome.status == 0 && outcome.output.contains("\n6.0 MB of 6.0 MB, 100 %\n"), "\(outcome)")
            #expect(!outcome.output.contains("\u{1B}") && !outcome.output.contains("\r"))
        }
    #endif

    @Test func `retries are lines of their own in a pipe`() throws {
        let outcome = try download("--flaky", "--rate", "20000000")
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
        #expect(outcome.output.contains("\nretry: 503 Service Unavailable, retrying in 2"))
    }

    @Test func `it downloads from elsewhere, under the name that the server gives`() throws {
        let server = try LoopbackServer { request in
            guard request.url.path == "/a" else { return Response(status: 404) }
            return Response(
                headerFields: ["Content-Disposition": "attachment; filename=b.txt"], body: Data("content".utf8))
        }
        defer { server.stop() }
        let outcome = try download(server.baseURL.absoluteString + "a")
        #expect(outcome.status == 0 && names == ["b.txt"], "\(outcome)")
        let failed = try download(server.baseURL.absoluteString + "c")
        #expect(failed.status == 69 && failed.errors.contains("was answered with 404 Not Found"), "\(failed)")
    }

    @Test(arguments: [
        ["--to"], ["--rate", "x"], ["--rate", "0"], ["ftp://example.org/x"], ["x"],
        ["--flaky", "http://example.org/a"], ["--har", "x"],
        ["http://example.org/a", "http://example.org/b"],
    ])
    func `arguments that make no sense are explained`(arguments: [String]) throws {
        let outcome = try Program.run(["download"] + arguments)
        #expect(outcome.status == 64 && outcome.errors.contains("\nhint: "), "\(outcome)")
    }
}
