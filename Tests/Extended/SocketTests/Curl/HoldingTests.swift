import ResourcefulCurl
import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What a transport over libcurl holds, and for how long.
@Suite(.alone, .serialized) struct HoldingTests {
    @Test func `hundreds of files that wait for their turn are not open`() async {
        await #expect(processExitsWith: .success) {
            let url = URL(filePath: "/tmp/resourceful-\(UInt64.random(in: 0 ... .max)).bin")
            try Data(count: 10).write(to: url)
            defer { try? FileManager.default.removeItem(at: url) }
            let server = try LoopbackServer(answering: { _ in .delayed(.response(Response()), by: .milliseconds(5)) })
            let webservice = server.webservice(CurlTransport(maximumTransfersPerOrigin: 4))
            _ = try await webservice.load(echo())
            let before = descriptorCount()
            let most = Locked(0)
            let watch = Task {
                while !Task.isCancelled {
                    most.withLock { $0 = max($0, descriptorCount()) }
                    try await Task.sleep(for: .milliseconds(1))
                }
            }
            let uploads = (0..<300).map { _ in echo(method: .put, body: .file(url)).map(\.status) }
            _ = try await webservice.load(all(uploads))
            watch.cancel()
            #expect(most.withLock { $0 } < before + 60, "\(most.withLock { $0 }) of \(before)")
        }
    }

    // In a process of its own, whose descriptors nobody else opens.
    @Test func `a transport that is released ends its thread`() async {
        await #expect(processExitsWith: .success) {
            let server = try LoopbackServer { _ in Response() }
            for _ in 0..<20 { try await loadOnce(from: server) }
            #expect(await eventually { server.connectionCount == 20 })
            let most = descriptorCount() + 10
            for _ in 0..<50 { try await loadOnce(from: server) }
            #expect(await eventually { descriptorCount() <= most }, "\(descriptorCount()), not \(most)")
        }
    }

    @Test(arguments: [Int.min, 0, .max]) func `any number of transfers may be allowed`(limit: Int) async throws {
        let server = try LoopbackServer { _ in Response(body: Data("there".utf8)) }
        let transport = CurlTransport(maximumTransfersPerOrigin: limit)
        #expect(try await server.webservice(transport).load(echo()).body == Data("there".utf8))
    }
}

private func loadOnce(from server: LoopbackServer) async throws {
    _ = try await server.webservice(CurlTransport()).load(echo())
}
