import Foundation
import ProgramSupport
import ResourcefulTesting
import ResourcefulUploads
import TestSupport
import Testing

/// Uploads to three servers: one of tus 1.0, one of the IETF's draft, and one like S3.
@Suite(.permit, .needsServers, .blocking) struct ResumableUploadTests {
    private static let rules: [(rules: UploadProtocol, folder: String)] = [
        (.tus, "tus"), (.draft(), "draft"), (.s3(), "s3"),
    ]
    private let folder = DownloadFolder()

    private func url(_ name: String) throws -> URL {
        let object = "\(Servers.bucket)\(UInt64.random(in: 0 ... .max))/film ☀.mp4"
        return try #require(
            URL(string: name == "s3" ? object : name == "tus" ? Servers.tus + "files" : Servers.draft + "files"))
    }

    /// What has arrived at a server.
    private func arrived(_ name: String, at url: URL) async throws -> Data {
        if name == "s3" { return try await Subject.overSockets[0].load(url.absoluteString).body }
        return try Servers.content("\(name)/\(url.lastPathComponent)")
    }

    private func file(_ bytes: Data) throws -> URL {
        try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
        try bytes.write(to: folder.file)
        return folder.file
    }

    @Test(arguments: Subject.overSockets) func `a file arrives whole at all servers`(subject: Subject) async throws {
        for (rules, folder) in Self.rules {
            for size in [0, 1, folder == "s3" ? 13_000_000 : 3_000_000] {
                let bytes = content(size)
                let upload = ResumableUpload(
                    try file(bytes), to: Request(url: try url(folder)), by: rules, pieceSize: 1_000_000)
                let uploaded = try await Webservice(transport: subject.shared()).load(upload)
                #expect(try await arrived(folder, at: uploaded.url) == bytes, "\(rules), \(size) bytes")
            }
        }
    }

    @Test(arguments: Subject.overSockets) func `connections that break in each piece cost what wasn't confirmed`(
        subject: Subject
    ) async throws {
        let bytes = content(500_000)
        var creation = Request(url: try url("draft"))
        creation.headerFields["X-Break-After"] = "70000"
        var rule = RetryRule.uploads
        (rule.limit, rule.waits) = (1, .constant(.milliseconds(10)))
        let seen = Locked<[Int]>([])
        let upload = ResumableUpload(
            try file(bytes), to: creation, by: .draft(), pieceSize: 100_000, resuming: rule
        ).onProgress { progress in seen.withLock { $0.append(progress.received) } }
        let uploaded = try await Webservice(transport: subject.shared()).load(upload)
        let arrived = try Servers.content("draft/\(uploaded.url.lastPathComponent)")
        #expect(arrived == bytes)
        #expect(seen.withLock { $0 } == [0, 70_000, 140_000, 210_000, 280_000, 350_000, 420_000, 490_000, 500_000])
    }

    @Test func `what killed processes have sent isn't sent again`() async throws {
        for (_, folder) in Self.rules {
            let bytes = content(40_000_000)
            let file = try file(bytes)
            let store = self.folder.url.appending(path: "store-\(folder)").path
            let url = try url(folder)
            let arguments = [url.absoluteString, folder, file.path, store]
            var numbers = SplitMix64(seed: 5)
            // Where processes began. One that is killed when all is sent may have been done: then the next begins anew.
            var starts: [[Int]] = [[]]
            var (kills, status, output) = (0, Int32(-1), "")
            // On a machine that is busy, a process needs longer to get anywhere.
            var patience: UInt32 = 1
            repeat {
                let outcome = try Program.run(arguments, of: "uploader") { process in
                    guard kills < 5 else { return }
                    usleep(patience * UInt32.random(in: 50_000..<250_000, using: &numbers))
                    kill(process, SIGKILL)
                }
                (status, output) = (outcome.status, outcome.output)
                let seen = output.split(separator: "\n").compactMap { Int($0) }
                if status == -1, seen.first ?? 0 == starts.last?.last ?? 0 { patience = min(2 * patience, 32) }
                kills += status == -1 && !seen.isEmpty ? 1 : 0
                starts[starts.count - 1] += seen.prefix(1)
                if status == -1, seen.contains(bytes.count) { starts.append([]) }
            } while status == -1
            let lines = output.split(separator: "\n")
            let place = folder == "s3" ? url : url.appending(path: try #require(lines.last))
            let arrived = try await arrived(folder, at: place)
            #expect(status == 0 && arrived == bytes, "\(folder): \(output.suffix(200))")
            #expect(starts.allSatisfy { $0 == $0.sorted() }, "\(starts)")
            #expect(kills > 0 && starts.contains { ($0.last ?? 0) > 0 }, "\(kills) killed, \(starts)")
        }
    }
}
