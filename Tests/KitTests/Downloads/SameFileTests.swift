import Foundation
import ResourcefulCore
import ResourcefulDownloads
import ResourcefulLoading
import ResourcefulTesting
import Testing

/// Several who fetch the same file at once, and who are interrupted.
struct SameFileTests {
    private let folder = DownloadFolder()
    private let body = content(20_000)
    private let download = FileDownload(url: URL(string: "https://example.org/file")!)

    @Test func `several at once do not damage each other, and leave nothing behind`() async throws {
        let server = FileServer(body)
        try await withThrowingTaskGroup(of: DownloadedFile.self) { group in
            for _ in 0..<12 {
                group.addTask { [folder, download] in
                    try await server.webservice.download(download, to: .file(folder.file))
                }
            }
            for try await file in group { #expect(file.size == 20_000) }
        }
        #expect(folder.names == ["file.bin"] && folder.bytes() == body)
    }

    /// Whoever waits for nobody finds a file that has just got another name, now and then.
    @Test func `many short ones in a row do not take each other's file away`() async throws {
        let bodies = (0..<4).map { content(300, seed: $0) }
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<4 {
                group.addTask { [folder] in
                    let server = FileServer(bodies[number])
                    let download = FileDownload(url: URL(string: "https://example.org/\(number)")!)
                    for _ in 0..<40 {
                        let file = try? await server.webservice.download(download, to: .file(folder.file))
                        #expect(file != nil && bodies.contains(folder.bytes() ?? Data()))
                    }
                }
            }
        }
        #expect(folder.names == ["file.bin"])
    }

    @Test func `into a folder, each gets a name of its own`() async throws {
        let server = FileServer(body)
        let names = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<8 {
                group.addTask { [folder, download] in
                    try await server.webservice.download(download, to: .folder(folder.url)).url.lastPathComponent
                }
            }
            return try await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(names.count == 8 && Set(folder.names) == names && names.contains("file (8)"))
        for name in names { #expect(folder.bytes(name) == body) }
    }

    @Test func `while one has the file, another takes another, which is cleared away with it`() async throws {
        try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
        let server = FileServer(body, ["ETag": #""1""#], [.breakOff(after: 5_000)])
        var impatient = download
        impatient.resumptions = 0
        let held = open(folder.url.path + "/.file.bin.partial", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        #expect(held >= 0 && flock(held, LOCK_EX | LOCK_NB) == 0)
        await #expect(throws: LoadError.self) {
            try await server.webservice.download(impatient, to: .file(folder.file))
        }
        #expect(folder.names == [".file.bin.partial", ".file.bin.partial-2", ".file.bin.partial-2-record"])
        close(held)
        _ = try await server.webservice.download(impatient, to: .file(folder.file))
        #expect(folder.names == ["file.bin"] && folder.bytes() == body)
    }

    #if os(Linux)
        /// A process that is being started has all descriptors, until it runs its own program.
        @Test func `a descriptor that somebody else has, too, does not keep the file`() async throws {
            let server = FileServer(body, ["ETag": #""1""#], [.breakOff(after: 5_000)])
            var impatient = download
            impatient.resumptions = 0
            let path = folder.url.path + "/.file.bin.partial"
            let copies = Locked<[Int32]>([])
            await #expect(throws: LoadError.self) {
                try await server.webservice.download(impatient, to: .file(folder.file)) { received, _ in
                    guard received == 0 else { return }
                    let descriptors = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
                    let own = descriptors?.filter {
                        path == (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)"))
                    }
                    copies.withLock { $0 += (own ?? []).compactMap { Int32($0) }.map { dup($0) } }
                }
            }
            #expect(copies.withLock { $0.count } == 1)
            #expect(try await server.webservice.download(impatient, to: .file(folder.file)).resumedFrom == 5_000)
            for copy in copies.withLock({ $0 }) { close(copy) }
        }
    #endif

    @Test func `canceling keeps what has come`() async throws {
        let server = FileServer(Response(headerFields: ["ETag": #""1""#], body: body), pieceSize: 10)
        let task = Task { [folder, download] in
            try await server.webservice.download(download, to: .file(folder.file)) { received, _ in
                if received == 1_000 { withUnsafeCurrentTask { $0?.cancel() } }
            }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(folder.bytes(".file.bin.partial") == body.prefix(1_000))
        let file = try await server.webservice.download(download, to: .file(folder.file))
        #expect(file.resumedFrom == 1_000 && folder.bytes() == body)
    }

    @Test func `no descriptor is left open`() async throws {
        let path = folder.url.path
        _ = try await FileServer(body).webservice.download(download, to: .file(folder.file))
        let open = (0..<256).filter { number in
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(number)"))?.hasPrefix(path)
                ?? false
        }
        #expect(open.isEmpty)
    }
}
