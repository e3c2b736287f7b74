import Foundation
import ResourcefulTesting
import Testing

/// Files of 64 and of 300 MB from nginx.
@Suite(.alone, .needsServers, .serialized) struct NginxLargeTests {
    @Test(arguments: Subject.overSockets) func `the head of a huge file says how large it is`(
        subject: Subject
    ) async throws {
        let response = try await subject.load(Servers.plain + "huge.bin", method: .head)
        #expect(response.status == 200 && response.body.isEmpty)
        #expect(response.headerFields["Content-Length"] == "300000007")
    }

    @Test(arguments: Subject.overSockets) func `a large file comes whole`(subject: Subject) async throws {
        let file = try Servers.content("www/large.bin")
        let body = try await subject.load(Servers.plain + "large.bin", timeout: .seconds(60)).body
        #expect(body.count == 64_000_000)
        // Not `body == file`: a failure would print both.
        let isSame = body == file
        #expect(isSame)
    }

    @Test(arguments: Subject.overSockets) func `a large file comes in parts that fit`(subject: Subject) async throws {
        let file = try Servers.content("www/large.bin")
        let parts = all(
            (0..<16).map { index in
                let range = "bytes=\(index * 4_000_000)-\(index * 4_000_000 + 3_999_999)"
                return echo(Servers.plain + "large.bin", headerFields: ["Range": range], timeout: .seconds(60))
            })
        let responses = try await Webservice(transport: subject.shared()).load(parts)
        #expect(responses.allSatisfy { $0.status == 206 })
        let isSame = responses.reduce(into: Data()) { $0.append($1.body) } == file
        #expect(isSame)
    }

    @Test(arguments: Subject.overSockets) func `the end of a huge file comes without the rest`(
        subject: Subject
    ) async throws {
        let response = try await subject.load(Servers.plain + "huge.bin", headerFields: ["Range": "bytes=300000000-"])
        #expect(response.status == 206 && response.body == Data("the end".utf8))
    }

    @Test func `libcurl's transport refuses a huge file early, with little memory`() async {
        await #expect(processExitsWith: .success) { try await Self.refuse(.curl) }
    }

    @Test func `URLSession's transport refuses a huge file early, with little memory`() async {
        await #expect(processExitsWith: .success) { try await Self.refuse(.urlSession) }
    }

    /// In a process of its own, where nothing else takes memory.
    private static func refuse(_ subject: Subject) async throws {
        _ = try await subject.load(Servers.plain + "hello.txt")
        let before = try peakMemory()
        let transport = subject.own(maximumBodySize: 1_000_000)
        #expect(await subject.failure(of: Servers.plain + "huge.bin", over: transport) == .tooLarge)
        #expect(try peakMemory() - before < 32_000)
    }

    /// The most memory that this process ever had, in kilobytes.
    private static func peakMemory() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
        return try #require(Int(line.filter(\.isNumber)))
    }
}
