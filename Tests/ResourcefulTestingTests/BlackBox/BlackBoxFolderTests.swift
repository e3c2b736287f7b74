import ResourcefulDiagnostics
import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The files of black boxes.
struct BlackBoxFolderTests {
    private static let resource = Resource<Void>(url: URL(string: "https://example.org/1")!)

    private static func fail(_ count: Int, into folder: URL, files: Int) async {
        let box = BlackBox(folder: folder, files: files)
        let webservice = Webservice(observers: [box.observer], transport: StubTransport { _ in Response(status: 500) })
        for _ in 0..<count { _ = try? await webservice.load(resource) }
    }

    private static func withFolder(_ body: (URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "resourceful-box-\(UInt64.random(in: 0 ... .max))")
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder)
    }

    private static func names(in folder: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }

    @Test func `what a process has left when it died isn't a record, and is removed after a while`() async throws {
        try await Self.withFolder { folder in
            await Self.fail(1, into: folder, files: 3)
            let record = try #require(try Self.names(in: folder).first)
            let (old, young) = (folder.appending(path: "\(record).1.new"), folder.appending(path: "\(record).2.new"))
            let others = folder.appending(path: "notes.new")
            for file in [old, young, others] { try Data("half".utf8).write(to: file) }
            for file in [old, others] {
                try FileManager.default.setAttributes(
                    [.modificationDate: Date(timeIntervalSinceNow: -3_600)], ofItemAtPath: file.path)
            }
            await Self.fail(1, into: folder, files: 3)
            let names = try Self.names(in: folder)
            #expect(names.filter { $0.hasSuffix(".box") }.count == 2)
            #expect(!names.contains(old.lastPathComponent), "it is an hour old")
            #expect(names.contains(young.lastPathComponent), "another process may be writing it")
            #expect(names.contains("notes.new"), "it isn't ours")
        }
    }

    @Test func `two boxes with one folder keep at most what the larger of their limits allows`() async throws {
        try await Self.withFolder { folder in
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await Self.fail(8, into: folder, files: 3) }
                group.addTask { await Self.fail(8, into: folder, files: 3) }
            }
            let names = try Self.names(in: folder)
            #expect((1...3).contains(names.count) && names.allSatisfy { $0.hasSuffix(".box") }, "\(names)")
            for name in names { _ = try BlackBox(contentsOf: folder.appending(path: name)) }
        }
    }

    /// As after the clock was set back, and as somebody would plant them.
    @Test(arguments: 1...4) func `the last records stay, whatever times the others have`(limit: Int) async throws {
        for planted in 0...6 {
            try await Self.withFolder { folder in
                try FileManager.default.createDirectory(
                    at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
                let others = (0..<planted).map { "load-\(["0001", "9999"][$0 % 2])0101T00000000\($0)-1-000001.box" }
                for name in others { try Data("planted".utf8).write(to: folder.appending(path: name)) }
                var written: [String] = []
                for count in 1...5 {
                    await Self.fail(1, into: folder, files: limit)
                    let names = try Self.names(in: folder)
                    let new = names.filter { !others.contains($0) && !written.contains($0) }
                    #expect(new.count == 1 && names.count == min(limit, planted + count), "\(names)")
                    written += new
                    #expect(Set(written.suffix(limit)).isSubset(of: names), "\(names)")
                }
            }
        }
    }

    @Test func `what isn't a file of this user is no record, and stays`() async throws {
        try await Self.withFolder { folder in
            try FileManager.default.createDirectory(
                at: folder.appending(path: "load-00000101T000000000-1-1.box"), withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
            let link = folder.appending(path: "load-99990101T000000000-1-1.box")
            try FileManager.default.createSymbolicLink(at: link, withDestinationURL: URL(filePath: "/etc/passwd"))
            await Self.fail(3, into: folder, files: 2)
            let names = try Self.names(in: folder)
            #expect(
                names.count == 4 && names.first?.hasPrefix("load-0000") == true && names.last == link.lastPathComponent)
        }
    }

    @Test(arguments: [false, true]) func `the record of an error is found among others`(isWritten: Bool) async throws {
        try await Self.withFolder { folder in
            let box = isWritten ? BlackBox(folder: folder) : BlackBox()
            let webservice = Webservice(
                observers: [box.observer],
                transport: StubTransport { Response(status: $0.url.path == "/1" ? 500 : 404) })
            var errors: [any Error] = []
            for number in 1...3 {
                let other = Resource<Void>(url: URL(string: "https://example.org/\(number)?token=s3cret-\(number)")!)
                do { try await webservice.load(other) } catch { errors.append(error) }
            }
            for (number, error) in zip(1..., errors) {
                let text = "\(try #require(box.record(of: error)))"
                #expect(text.contains("https://example.org/\(number)") && !text.contains("s3cret"), "\(text)")
            }
            #expect(errors.count == 3)
            #expect(box.record(of: CancellationError()) == nil)
        }
    }
}
