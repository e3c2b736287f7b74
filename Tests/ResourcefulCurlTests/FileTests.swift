import ResourcefulCurl
import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

struct FileTests {
    private static func path() -> String { "/tmp/resourceful-\(UInt64.random(in: 0 ... .max))" }

    @Test func `a named pipe is no file, and nobody waits for a writer`() async throws {
        let path = Self.path()
        try #require(mkfifo(path, 0o600) == 0)
        defer { unlink(path) }
        let server = try LoopbackServer { _ in Response() }
        // Should it wait all the same, this ends it.
        let release = Task {
            try await Task.sleep(for: .seconds(60))
            close(open(path, O_WRONLY | O_NONBLOCK))
        }
        let clock = ContinuousClock()
        let taken = await clock.measure {
            let error = await #expect(throws: LoadError.self) {
                let file = Body.file(URL(filePath: path))
                return try await server.webservice(CurlTransport()).load(echo(method: .put, body: file))
            }
            #expect(error?.stage == .request)
        }
        release.cancel()
        #expect(taken < .seconds(30))
    }

    @Test func `hundreds of files that wait for their turn are not open`() async {
        await #expect(processExitsWith: .success) {
            let path = Self.path()
            try Data(count: 10).write(to: URL(filePath: path))
            defer { unlink(path) }
            let server = try LoopbackServer(answering: { _ in .delayed(.response(Response()), by: .milliseconds(5)) })
            let webservice = server.webservice(CurlTransport(maximumTransfersPerOrigin: 4))
            let before = try await descriptorsAtRest()
            let most = Locked(0)
            let watch = Task {
                while !Task.isCancelled {
                    most.withLock { $0 = max($0, descriptorCount()) }
                    try await Task.sleep(for: .milliseconds(1))
                }
            }
            let uploads = (0..<300).map { _ in echo(method: .put, body: .file(URL(filePath: path))).map(\.status) }
            _ = try await webservice.load(all(uploads))
            watch.cancel()
            #expect(most.withLock { $0 } < before + 60, "\(most.withLock { $0 }) of \(before)")
        }
    }

    @Test func `hundreds of files that are not there fail one after the other`() async throws {
        let server = try LoopbackServer { _ in Response() }
        let webservice = server.webservice(CurlTransport(maximumTransfersPerOrigin: 2))
        let missing = echo(method: .put, body: .file(URL(filePath: Self.path()))).map(\.status)
        let plan = all((0..<2_000).map { _ in missing.recover { _ in Plan.value(599) } })
        #expect(try await webservice.load(plan).count == 2_000)
        #expect(server.requests.isEmpty)
    }
}
