import Foundation
import ResourcefulTesting
import Testing

/// Connections that nginx keeps, and those that it closes.
@Suite(.permit, .needsServers) struct NginxConnectionTests {
    @Test(arguments: Subject.overSockets) func `a server that closes connections early is no failure`(
        subject: Subject
    ) async throws {
        let webservice = Webservice(transport: subject.own())
        var connections: Set<String?> = []
        for _ in 0..<20 {
            let response = try await webservice.load(echo(Servers.forgetful + "hello.txt"))
            #expect(response.status == 200)
            connections.insert(response.headerFields["X-Connection"])
        }
        // Three loads on each, the last one has two.
        #expect(connections.count == 7)
    }

    @Test(arguments: Subject.overSockets) func `nor is it to many at once`(subject: Subject) async throws {
        let status = echo(Servers.forgetful + "hello.txt").alone().map(\.status)
        let plan = all(Array(repeating: status, count: 60), atOnce: 8)
        let statuses = try await Webservice(transport: subject.own()).load(plan)
        #expect(statuses == Array(repeating: 200, count: 60))
    }

    @Test(arguments: Subject.overSockets) func `loads one after the other share a connection`(
        subject: Subject
    ) async throws {
        let webservice = Webservice(transport: subject.own())
        var connections: Set<String?> = []
        for _ in 0..<20 {
            connections.insert(
                try await webservice.load(echo(Servers.plain + "hello.txt")).headerFields["X-Connection"])
        }
        #expect(connections.count == 1)
    }
}
