import Foundation
import ResourcefulCore
import ResourcefulDownloads
import ResourcefulLoading
import ResourcefulTesting
import Testing

/// Under what name a file comes into a folder, and that it never leaves it.
struct DownloadNameTests {
    private let folder = DownloadFolder()
    private let body = content(3_000)

    private func fetch(
        _ disposition: String?, _ path: String = "files/report.pdf?x=1",
        ifTaken taken: FileDownload.Destination.Taken = .numbered
    ) async throws -> String {
        let server = FileServer(body, disposition.map { ["Content-Disposition": $0] } ?? [:])
        let url = try #require(URL(string: "https://example.org/\(path)"))
        let file = try await server.webservice.download(FileDownload(url: url), to: .folder(folder.url, ifTaken: taken))
        #expect(FileManager.default.contents(atPath: file.url.path) == body)
        #expect(file.url.deletingLastPathComponent().path == folder.url.path)
        return file.url.lastPathComponent
    }

    @Test func `the name is the server's, else that in the URL, else a common one`() async throws {
        #expect(try await fetch(#"attachment; filename="a b.txt""#) == "a b.txt")
        #expect(try await fetch("attachment; filename*=UTF-8''na%C3%AFve.txt") == "naïve.txt")
        #expect(try await fetch(nil) == "report.pdf")
        #expect(try await fetch("attachment", "files/a%20b%2Fc.tar.gz/") == "c.tar.gz")
        #expect(try await fetch(nil, "") == "download")
        #expect(try await fetch(nil, "%2E%2E") == "download (2)")
    }

    @Test func `it never leaves the folder, and is not hidden`() async {
        let cases: [String] = [
            "../../etc/passwd", "/etc/passwd", #"..\\..\\boot.ini"#, "..", ".", ".bashrc", "a/../../b", "\u{0}x", "CON",
            String(repeating: "é", count: 400) + ".txt",
        ]
        await checkEach(cases) { name in
            // With a folder of its own.
            let test = Self()
            let found = try await test.fetch(ContentDisposition(fileName: name).description, "%2F..%2F..")
            #expect(test.folder.names == [found], "\(name)")
            #expect(!found.hasPrefix(".") && !found.contains("/") && found.utf8.count <= 255, "\(name)")
        }
    }

    @Test func `a name that is taken gets a number, or is replaced, as you choose`() async throws {
        try folder.write(Data("old".utf8), to: "report.pdf")
        #expect(try await fetch(nil) == "report (2).pdf")
        #expect(try await fetch(nil) == "report (3).pdf")
        #expect(folder.bytes("report.pdf") == Data("old".utf8))
        #expect(try await fetch(nil, ifTaken: .replaced) == "report.pdf")
        #expect(folder.names == ["report (2).pdf", "report (3).pdf", "report.pdf"])
        let long = String(repeating: "é", count: 125) + ".pdf"
        #expect(try await fetch("attachment; filename=\"\(long)\"") == long)
        let second = try await fetch("attachment; filename=\"\(long)\"")
        #expect(second.hasSuffix("é (2).pdf") && second.utf8.count <= 255)
    }

    @Test func `a link that bears the name is not followed`() async throws {
        let other = DownloadFolder()
        try other.write(Data("precious".utf8), to: "file.bin")
        try folder.write(Data(), to: "x")
        try FileManager.default.createSymbolicLink(
            at: folder.url.appending(path: "report.pdf"), withDestinationURL: other.file)
        #expect(try await fetch(nil) == "report (2).pdf")
        #expect(try await fetch(nil, ifTaken: .replaced) == "report.pdf")
        #expect(other.bytes() == Data("precious".utf8) && other.names == ["file.bin"])
    }

    @Test func `a download into a folder is gone on from before its name is known, and keeps its name`() async throws {
        let server = FileServer(
            body, ["ETag": #""1""#, "Content-Disposition": "attachment; filename=a.txt"], [.breakOff(after: 1_000)])
        var download = FileDownload(url: URL(string: "https://example.org/file")!)
        download.resumptions = 0
        await #expect(throws: LoadError.self) {
            try await server.webservice.download(download, to: .folder(folder.url))
        }
        // With If-Range, a part may leave fields out.
        server.file = Response(headerFields: ["ETag": #""1""#], body: body)
        let file = try await server.webservice.download(download, to: .folder(folder.url))
        #expect(file.resumedFrom == 1_000 && folder.names == ["a.txt"] && folder.bytes("a.txt") == body)
    }

    @Test(arguments: ["../outside.txt", "/tmp/resourceful-outside.txt", "sub/../../outside.txt"])
    func `a record that somebody else has written names no file outside of the folder`(name: String) async throws {
        let inside = DownloadFolder()
        let url = inside.url.appending(path: "inner", directoryHint: .isDirectory)
        let download = FileDownload(url: URL(string: "https://example.org/file")!)
        let target = DownloadRecord.target(of: download.request)
        let record = DownloadRecord(target: target, validator: #""1""#, length: body.count, name: name)
        try inside.write(Data(), to: "precious")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        let partial = url.path + "/.download-\(target.prefix(16)).partial"
        try body.prefix(1_000).write(to: URL(filePath: partial))
        try record.encoded.write(to: URL(filePath: partial + "-record"))
        let file = try await FileServer(body).webservice.download(download, to: .folder(url))
        let safe = name.hasSuffix("resourceful-outside.txt") ? "resourceful-outside.txt" : "outside.txt"
        #expect(file.resumedFrom == 1_000 && file.url.lastPathComponent == safe)
        #expect(inside.names == ["inner", "precious"] && inside.bytes("inner/\(safe)") == body)
        #expect(!FileManager.default.fileExists(atPath: "/tmp/resourceful-outside.txt"))
    }

    @Test func `where there can be no file, nothing is asked for`() async throws {
        try folder.write(Data(), to: "file.bin")
        let server = FileServer(body)
        let download = FileDownload(url: URL(string: "https://example.org/file")!)
        for destination in [
            .file(folder.url), .file(URL(filePath: "/")), .file(folder.url.appending(path: "new/")),
            .folder(folder.file), .file(folder.file.appending(path: "below")), .file(URL(string: "https://a.b/c")!),
            .file(URL(filePath: folder.url.path + "/a\u{0}b")),
        ] as [FileDownload.Destination] {
            let error = await #expect(throws: LoadError.self, "\(destination)") {
                try await server.webservice.download(download, to: destination)
            }
            #expect(error?.stage == .request && error?.underlyingError is RequestError)
        }
        #expect(server.requests.isEmpty && folder.names == ["file.bin"])
        // Folders are made, also several.
        _ = try await server.webservice.download(download, to: .file(folder.url.appending(path: "a/b/c.bin")))
        #expect(folder.bytes("a/b/c.bin") == body)
    }

    @Test func `a partial file has the name that the article "Downloading" states`() async throws {
        var download = FileDownload(url: URL(string: "https://example.org/film.mp4")!)
        download.resumptions = 0
        let (file, inside) = (DownloadFolder(), DownloadFolder())
        for destination in [.file(file.url.appending(path: "a.mp4")), .folder(inside.url)]
            as [FileDownload.Destination]
        {
            let server = FileServer(body, ["ETag": #""1""#], [.breakOff(after: 1_000)])
            await #expect(throws: LoadError.self) {
                try await server.webservice.download(download, to: destination)
            }
        }
        #expect(file.names == [".a.mp4.partial", ".a.mp4.partial-record"])
        let names = inside.names.map {
            $0.replacing(#/^\.download-[0-9a-f]{16}\./#, with: ".download-4e1b2f7a90c3d586.")
        }
        #expect(names == [".download-4e1b2f7a90c3d586.partial", ".download-4e1b2f7a90c3d586.partial-record"])
        #expect(DownloadName.partial("film.mp4", 2) == ".film.mp4.partial-2")
    }

    @Test func `the names for partial files fit`() {
        for count in [1, 220, 221, 255] {
            let name = String(repeating: "x", count: count)
            let partial = DownloadName.partial(name, 16)
            #expect(DownloadName.record(of: partial).utf8.count <= 255 && partial.hasPrefix(".x"))
        }
        #expect(
            DownloadName.partial(String(repeating: "x", count: 255) + "1")
                != DownloadName.partial(String(repeating: "x", count: 255) + "2"))
        // Nobody's partial file is that of another name.
        let names = ["a", "a.2", "a.partial", "a.partial-2", "a.2.partial"]
        let partials = names.flatMap { name in (1...16).map { DownloadName.partial(name, $0) } }
        #expect(Set(partials + partials.map { DownloadName.record(of: $0) }).count == 2 * partials.count)
        #expect(DownloadName.numbered("a", 2) == "a (2)" && DownloadName.numbered("a.tar.gz", 3) == "a.tar (3).gz")
    }
}
