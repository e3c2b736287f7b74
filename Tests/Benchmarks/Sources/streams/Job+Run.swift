import Foundation
import Resourceful
import ResourcefulDownloads
import ResourcefulStreams

/// A measurement of 200 bytes of JSON.
struct Sample: Decodable {
    let id: Int
    let sensor: String
    let taken: String
    let values: [Double]
    let isValid: Bool
    let comment: String
}

extension Job {
    /// What was done, and how many bytes that were.
    struct Outcome {
        let text: String
        let bytes: Int
        /// A folder to remove. That isn't measured: with some disks, it takes a third of the time of a download.
        var folder: URL?
    }

    func run(with webservice: Webservice, _ server: ServerProcess) async throws -> Outcome {
        switch self {
        case .download:
            let bytes = try await webservice.load(count: "big.bin")
            return try Outcome(bytes, of: server.size)
        case .file:
            let folder = FileManager.default.temporaryDirectory.appending(path: "resourceful-\(UUID())")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            do {
                let target = folder.appending(path: "big.bin")
                let file = try await webservice.download(FileDownload(url: URL(string: "big.bin")!), to: .file(target))
                var outcome = try Outcome(file.size, of: server.size)
                outcome.folder = folder
                return outcome
            } catch {
                try? FileManager.default.removeItem(at: folder)
                throw error
            }
        case .upload:
            let file = try ZeroFile(size: server.size)
            defer { file.remove() }
            let upload = Resource(
                url: URL(string: "upload")!, method: .put, body: .file(file.url),
                parse: { Int(String(decoding: $0, as: UTF8.self)) ?? 0 })
            return try Outcome(try await webservice.load(upload), of: server.size)
        case .lines:
            var (count, sum) = (0, 0)
            for try await sample in webservice.stream(of: StreamResource<Sample>(jsonLines: URL(string: "lines")!)) {
                count += 1
                sum &+= sample.id
            }
            guard count == server.size / Server.line(0).count else { throw Wrong(description: "\(count) lines came") }
            return Outcome(text: "\(count) objects decoded (\(sum))", bytes: server.size)
        case .sleep:
            var count = 0
            let end = ContinuousClock.now + .seconds(3)
            for try await piece in webservice.stream(of: StreamResource<Data>(bytes: URL(string: "big.bin")!)) {
                count += piece.count
                if ContinuousClock.now >= end { break }
                try await Task.sleep(for: .milliseconds(100))
            }
            let sent = try await webservice.load(
                Resource(url: URL(string: "sent")!) { (data: Data) in
                    Int(String(decoding: data, as: UTF8.self)) ?? 0
                })
            // What the system keeps between the two is some megabytes.
            guard sent < count + 20_000_000 else { throw Wrong(description: "\(sent) bytes sent, \(count) read") }
            return Outcome(text: "\(count) bytes read in 3 s, \(sent) sent", bytes: count)
        }
    }
}

extension Job.Outcome {
    init(_ bytes: Int, of expected: Int) throws {
        guard bytes == expected else { throw Wrong(description: "\(bytes) bytes came, and not \(expected)") }
        self.init(text: "\(bytes) bytes", bytes: bytes)
    }
}

extension Webservice {
    func load(count path: String) async throws -> Int {
        var count = 0
        for try await piece in stream(of: StreamResource<Data>(bytes: URL(string: path)!)) { count += piece.count }
        return count
    }
}

/// A file of zeros, none of which is on the disk.
struct ZeroFile {
    let url = FileManager.default.temporaryDirectory.appending(path: "resourceful-\(UUID())")

    init(size: Int) throws {
        guard FileManager.default.createFile(atPath: url.path, contents: nil) else {
            throw Wrong(description: "\(url.path) can't be made")
        }
        try FileHandle(forWritingTo: url).truncate(atOffset: UInt64(size))
    }

    func remove() { try? FileManager.default.removeItem(at: url) }
}
