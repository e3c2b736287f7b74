import Foundation
import ResourcefulTesting
import Testing

/// A transport keeps connections, and nothing else: no cookies, no responses, no credentials.
@Suite(.alone) struct MemorylessTests {
    @Test(arguments: Subject.allCases) func `nothing is cached`(subject: Subject) async throws {
        let count = Locked(0)
        let service = try Service(subject) { request in
            let number = count.withLock { count in
                count += 1
                return count
            }
            return Response(
                headerFields: [
                    "Cache-Control": "public, max-age=3600", "ETag": "\"1\"",
                    "Expires": "Wed, 21 Oct 2099 07:28:00 GMT",
                    "Last-Modified": "Wed, 21 Oct 2015 07:28:00 GMT",
                ], body: Data("\(number)".utf8))
        }
        for number in 1...3 { #expect(try await service.webservice.load(echo()).text == "\(number)") }
        for name in ["If-None-Match", "If-Modified-Since"] as [HeaderFields.Name] {
            #expect(service.requests.allSatisfy { !$0.headerFields.contains(name) })
        }
    }

    @Test(arguments: Subject.allCases) func `no cookies are kept, and the request's own are sent`(
        subject: Subject
    ) async throws {
        let service = try Service(subject) { _ in
            Response(headerFields: ["Set-Cookie": "a=1; Path=/; Max-Age=3600", "Set-Cookie": "b=2"])
        }
        for _ in 0..<2 { _ = try await service.webservice.load(echo()) }
        #expect(service.requests.allSatisfy { !$0.headerFields.contains("Cookie") })
        _ = try await service.webservice.load(echo(headerFields: ["Cookie": "a=mine"]))
        #expect(service.requests.last?.headerFields.values(of: "Cookie") == ["a=mine"])
    }

    @Test(arguments: Subject.allCases) func `no credentials are kept`(subject: Subject) async throws {
        let service = try Service(subject) { _ in Response() }
        _ = try await service.webservice.load(echo(headerFields: ["Authorization": "Basic YTpi"]))
        _ = try await service.webservice.load(echo())
        #expect(service.requests.last?.headerFields.contains("Authorization") == false)
    }

    @Test(arguments: Subject.overSockets) func `loads one after the other use one connection`(
        subject: Subject
    ) async throws {
        let server = try LoopbackServer { Response(body: Data("\($0.method)".utf8)) }
        let webservice = server.webservice(subject.own())
        for _ in 0..<20 {
            for method in [Request.Method.get, .head, .post, .put, .delete] {
                _ = try await webservice.load(echo(method: method))
            }
        }
        #expect(server.connectionCount == 1)
    }

    @Test(arguments: Subject.overSockets) func `a connection that the server has closed meanwhile is no failure`(
        subject: Subject
    ) async throws {
        let server = try LoopbackServer(answering: { _ in
            .faulty(Response(body: Data("x".utf8)), .closeAfterAnswer)
        })
        let webservice = server.webservice(subject)
        for _ in 0..<20 { #expect(try await webservice.load(echo()).text == "x") }
    }

    @Test(arguments: Subject.overSockets) func `a transport lives for as long as its loads do`(
        subject: Subject
    ) async throws {
        let server = try LoopbackServer(answering: { _ in .delayed(.response(Response()), by: .milliseconds(100)) })
        for _ in 0..<3 {
            // Nobody holds it but the load, and those before it are gone.
            #expect(try await server.webservice(subject.own()).load(echo()).status == 200)
        }
        let loads = (0..<10).map { _ in echo().map(\.status) }
        #expect(try await server.webservice(subject.own()).load(all(loads)).count == 10)
    }

    @Test(arguments: Subject.overSockets) func `the environment's proxy is asked`(subject: Subject) async {
        await #expect(processExitsWith: .success) { [subject] in
            let proxy = try LoopbackServer { Response(body: Data("for \($0.headerFields["Host"] ?? "")".utf8)) }
            setenv("http_proxy", proxy.baseURL.absoluteString, 1)
            let webservice = Webservice(transport: subject.own())
            #expect(try await webservice.load(echo("http://some-host.invalid/x")).text == "for some-host.invalid")
        }
    }
}
