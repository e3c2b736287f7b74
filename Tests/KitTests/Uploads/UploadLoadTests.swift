import ResourcefulTesting
import ResourcefulUploads
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Uploads of a Webservice: whose they are, and what remains of one that is canceled.
struct UploadLoadTests {
    private static let api = URL(string: "https://api.example/")
    private let folder = DownloadFolder()
    private let server = Locked(Received())

    /// What the server has, and what it was asked.
    private struct Received: Sendable {
        var sizes: [Int] = []
        var requests: [String] = []
        /// The number of pieces that are answered; the others hang.
        var answered = Int.max
    }

    private var transport: StubTransport {
        StubTransport { [server] request async throws -> Response in
            let response = server.withLock { server -> Response? in
                let place = Int(request.url.lastPathComponent)
                server.requests.append("\(request.method) \(place.map { "\($0)" } ?? "files")")
                guard let place else {
                    server.sizes.append(0)
                    return Response(status: 201, headerFields: ["Location": "/files/\(server.sizes.count - 1)"])
                }
                if request.method == .patch {
                    guard server.answered > 0 else { return nil }
                    server.answered -= 1
                    server.sizes[place] += request.body?.data?.count ?? 0
                }
                return Response(status: 204, headerFields: ["Upload-Offset": "\(server.sizes[place])"])
            }
            guard let response else { return try await hang() }
            return response
        }
    }

    private func upload() throws -> ResumableUpload {
        try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
        try content(25).write(to: folder.file)
        return ResumableUpload(folder.file, to: Request("files"), by: .tus, pieceSize: 10)
    }

    @Test func `a canceled upload ends at once, and the next load resumes it`() async throws {
        let webservice = Webservice(baseURL: Self.api, transport: transport)
        server.withLock { $0.answered = 1 }
        let upload = try upload()
        let task = Task { try await webservice.load(upload) }
        #expect(await eventually { server.withLock { $0.requests.count == 3 } })
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        server.withLock { $0.answered = .max }
        _ = try await webservice.load(upload)
        #expect(server.withLock { $0.requests.suffix(3) } == ["HEAD 0", "PATCH 0", "PATCH 0"])
        #expect(server.withLock { $0.sizes } == [25])
    }

    @Test func `one user doesn't continue what another has begun`() async throws {
        let webservice = Webservice(baseURL: Self.api, transport: transport)
        server.withLock { $0.answered = 1 }
        let upload = try upload()
        let task = Task { try await webservice.account("ada").load(upload) }
        #expect(await eventually { server.withLock { $0.requests.count == 3 } })
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        server.withLock { $0.answered = .max }
        _ = try await webservice.account("bob").load(upload)
        _ = try await webservice.account("ada").load(upload)
        #expect(
            server.withLock { $0.requests.dropFirst(3) } == [
                "POST files", "PATCH 1", "PATCH 1", "PATCH 1", "HEAD 0", "PATCH 0", "PATCH 0",
            ])
    }
}
