import Foundation
import ResourcefulTesting
import Testing

/// Redirections of servers that don't write a Location as they should, and loads that end on the way.
@Suite(.permit, .knownDifferences) struct RedirectReportTests {
    private static let locations: [(location: [UInt8], path: String)] = [
        (Array("/caf\u{E9}?q=\u{FC}".utf8), "/caf%C3%A9?q=%C3%BC"),
        (Array("/\u{30D6}\u{30ED}/".utf8), "/%E3%83%96%E3%83%AD/"),
        (Array("/caf%C3%A9 a".utf8), "/caf%C3%A9%20a"), (Array("/a%2Fb%25".utf8), "/a%2Fb%25"),
        ([0x2F, 0x63, 0xE9], "/c%C3%A9"),
    ]

    @Test(arguments: Subject.overSockets, locations.indices)
    func `bytes of a Location that should be escaped are escaped once`(subject: Subject, index: Int) async throws {
        let (location, path) = Self.locations[index]
        let targets = Locked<[String]>([])
        let server = try RawServer { connection in
            while let head = connection.head() {
                let target = String(head.split(separator: " ")[1])
                targets.withLock { $0.append(target) }
                let answer =
                    target == "/start"
                    ? Array("HTTP/1.1 302 Found\r\nContent-Length: 0\r\nLocation: ".utf8) + location
                    : Array("HTTP/1.1 200 OK\r\nContent-Length: 0".utf8)
                guard connection.send(answer + Array("\r\n\r\n".utf8)) else { return }
            }
        }
        defer { server.stop() }
        let webservice = Webservice(baseURL: server.baseURL, transport: subject.own())
        try await subject.check(location.count == 3 ? .latin1 : nil) {
            let response = try await webservice.load(echo("/start", timeout: .seconds(20)))
            #expect(response.status == 200 && targets.withLock { $0 } == ["/start", path])
        }
    }

    @Test(arguments: Subject.overSockets)
    func `canceling ends a load on the way of its redirections`(subject: Subject) async throws {
        let server = try LoopbackServer(answering: { request in
            request.url.lastPathComponent == "3"
                ? .faulty(Response(), .silence)
                : .response(
                    Response(status: 302, headerFields: ["Location": "\(request.url.lastPathComponent == "1" ? 2 : 3)"])
                )
        })
        defer { server.stop() }
        let webservice = server.webservice(subject.own())
        let task = Task { try await webservice.load(echo("1", timeout: .seconds(100))) }
        #expect(await eventually { server.requests.count == 3 })
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
