import Foundation
import ProgramSupport
import ResourcefulTesting
import Testing

/// `episodes download`, as a person meets it.
final class DownloadProgramTests {
    private let folder = TemporaryFolder()

    /// Runs it with a folder of this run's own, until something has come and Ctrl-C is pressed, if it is.
    private func download(
        _ words: String..., interrupted: Bool = false, in terminal: String? = nil, reading read: () -> Void = {}
    ) throws -> Program.Outcome {
        let arguments = ["download"] + words + ["--to", folder.path + "/to", "--cache-folder", folder.path]
        return try Program.run(arguments, in: terminal) { process in
            read()
            guard interrupted else { return }
            let before = partialSize
            for _ in 0..<2_000 where partialSize <= before { usleep(5_000) }
            kill(process, SIGINT)
        }
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

    @Test func `it goes on from where Ctrl-C has ended it, and shows plain lines where there is no terminal`() throws {
        let first = try download("--rate", "3000000", interrupted: true)
        #expect(first.status == 130 && first.errors.isEmpty, "\(first)")
        #expect(first.output.hasSuffix("Interrupted. Started again, it goes on from there.\n"), "\(first.output)")
        #expect(!first.output.contains("\r"))
        let size = partialSize
        #expect(size > 0 && size < 6_000_000 && names.count == 2)

        let second = try download("--rate", "100000000")
        #expect(second.status == 0 && second.errors.isEmpty, "\(second)")
        #expect(
            second.output.hasSuffix("/to/30.mp3 has 6000000 bytes, \(size) of them from before.\n"), "\(second.output)")
        #expect(second.output.contains("6.0 MB of 6.0 MB, 100 %\n"), "\(second.output)")
        #expect(second.output.split(separator: "\n").count < 6 && names == ["30.mp3"])
        // All of it in one go is the same.
        let bytes = FileManager.default.contents(atPath: folder.path + "/to/30.mp3")
        #expect(try download("--rate", "1000000000").output.hasSuffix("/to/30.mp3 has 6000000 bytes.\n"))
        #expect(bytes == FileManager.default.contents(atPath: folder.path + "/to/30.mp3"))
    }

    #if os(Linux)
        /// Opens a terminal without a screen: the side that reads what is shown, and the path of the other one.
        private func openTerminal() throws -> (reader: Int32, path: String) {
            let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
            var (isLocked, number): (Int32, Int32) = (0, 0)
            // TIOCSPTLCK and TIOCGPTN, which are macros.
            try #require(ioctl(terminal, 0x4004_5431, &isLocked) == 0 && ioctl(terminal, 0x8004_5430, &number) == 0)
            return (terminal, "/dev/pts/\(number)")
        }

        @Test func `in a terminal it shows a bar`() throws {
            let (terminal, name) = try openTerminal()
            defer { close(terminal) }
            // Held open, so that there is something to read from before the program has begun.
            let other = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC)
            defer { close(other) }
            var (bytes, text) = ([UInt8](repeating: 0, count: 65_536), "")
            let outcome = try download("--rate", "20000000", in: name) {
                while !text.contains("bytes."), case let count = read(terminal, &bytes, bytes.count), count > 0 {
                    text += String(decoding: bytes[..<count], as: UTF8.self)
                }
            }
            #expect(outcome.status == 0, "\(outcome)")
            let full = String(repeating: "█", count: 30)
            #expect(text.contains("\r\u{1B}[K\(full)  6.0 MB of 6.0 MB, 100 %"), "\(text)")
            #expect(text.contains("░  "), "\(text)")
        }
    #endif

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
        #expect(failed.status == 1 && failed.errors.contains("was answered with 404 Not Found"), "\(failed)")
    }

    @Test(arguments: [
        ["--to"], ["--rate", "x"], ["--rate", "0"], ["ftp://example.org/x"], ["x"], ["--flaky"],
        ["http://example.org/a", "http://example.org/b"],
    ])
    func `arguments that make no sense are explained`(arguments: [String]) throws {
        let outcome = try Program.run(["download"] + arguments)
        #expect(outcome.status == 1 && outcome.errors.contains("usage: episodes"), "\(outcome)")
    }
}
