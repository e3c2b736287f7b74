import ResourcefulCurl
import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What is sent arrives, and what is answered comes back, over real sockets.
struct ExchangeTests {
    @Test func `a request arrives as it was described`() async throws {
        let server = try LoopbackServer { _ in Response(body: Data("hello".utf8)) }
        let response = try await server.webservice().load(
            echo("a/b%2Fc?q=1%202#fragment", headerFields: ["X-One": "1", "X-Two": "2", "x-one": "3", "X-Empty": ""]))
        #expect(response.status == 200)
        #expect(response.body == Data("hello".utf8))
        let request = try #require(server.requests.first)
        #expect(request.method == .get)
        #expect(request.url.absoluteString == server.baseURL.absoluteString + "a/b%2Fc?q=1%202")
        #expect(request.headerFields.values(of: "X-One") == ["1", "3"])
        #expect(request.headerFields["X-Empty"] == "")
        #expect(request.headerFields["User-Agent"] == "Resourceful")
        #expect(request.body == nil)
    }

    @Test(arguments: ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "QUERY", "REPORT", "PROPFIND"])
    func `every method is sent with and without a body`(method: Request.Method) async throws {
        let server = try LoopbackServer { Response(body: Data("\($0.method) \($0.body?.data?.count ?? 0)".utf8)) }
        let webservice = server.webservice()
        let body = Body.data(Data(repeating: 7, count: 100_000), mediaType: "image/png")
        let (with, without) = (echo(method: method, body: body), echo(method: method))
        #expect(try await webservice.load(with).body == Data("\(method) 100000".utf8))
        #expect(try await webservice.load(without).body == Data("\(method) 0".utf8))
        #expect(server.requests[0].headerFields["Content-Type"] == "image/png")
        #expect(server.requests[0].headerFields["Content-Length"] == "100000")
        #expect(server.requests[0].body?.data == body.data)
        let expectsBody = ["POST", "PUT", "PATCH"].contains(method.rawValue)
        #expect(server.requests[1].headerFields["Content-Length"] == (expectsBody ? "0" : nil))
        #expect(server.requests[1].headerFields["Content-Type"] == nil)
    }

    @Test func `a HEAD request has the fields and no body`() async throws {
        let server = try LoopbackServer { _ in Response(headerFields: ["X-A": "b"], body: Data(count: 1_000)) }
        let response = try await server.webservice().load(echo(method: .head))
        #expect(response.body.isEmpty)
        #expect(response.headerFields["Content-Length"] == "1000")
        #expect(response.headerFields["X-A"] == "b")
        #expect(server.requests.map(\.method) == [.head])
    }

    @Test func `a HEAD request with a body is refused, and does not wait for a body that never comes`() async throws {
        let server = try LoopbackServer { _ in Response(body: Data(count: 1_000)) }
        let error = await #expect(throws: LoadError.self) {
            try await server.webservice().load(echo(method: .head, body: .data(Data("question".utf8))))
        }
        #expect(error?.stage == .request)
        #expect(server.requests.isEmpty)
    }

    @Test func `a file is sent from the disk`() async throws {
        let url = URL(filePath: "/tmp/resourceful-\(UInt64.random(in: 0 ... .max)).bin")
        let content = Data((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        try content.write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        let server = try LoopbackServer { _ in Response() }
        _ = try await server.webservice().load(echo(method: .put, body: .file(url, mediaType: "audio/mp4")))
        #expect(server.requests.first?.body?.data == content)
        #expect(server.requests.first?.headerFields["Content-Length"] == "3000000")
        #expect(server.requests.first?.headerFields["Content-Type"] == "audio/mp4")
    }

    @Test(arguments: ["/nowhere/at/all.bin", "/tmp"]) func `a file that can't be read fails before anything is sent`(
        path: String
    ) async throws {
        let server = try LoopbackServer { _ in Response() }
        let error = await #expect(throws: LoadError.self) {
            try await server.webservice().load(echo(method: .put, body: .file(URL(filePath: path))))
        }
        #expect(error?.stage == .request)
        #expect("\(try #require(error))".contains(path))
        #expect(server.requests.isEmpty)
    }

    @Test func `an empty body and an empty file are sent as such`() async throws {
        let server = try LoopbackServer { _ in Response() }
        _ = try await server.webservice().load(echo(method: .post, body: .data(Data())))
        #expect(server.requests.first?.headerFields["Content-Length"] == "0")
    }

    @Test(arguments: [204, 205, 304, 404, 500]) func `every status comes through`(code: Int) async throws {
        let status = try #require(Response.Status(code))
        let server = try LoopbackServer { _ in Response(status: status) }
        #expect(try await server.webservice().load(echo()).status == status)
    }

    @Test
    func `fields come in order, repeated ones too, chunked bodies whole, trailers and interim responses not at all`()
        async throws
    {
        let body = Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0) })
        let response = Response(headerFields: ["Set-Cookie": "a=1", "X-A": "b", "Set-Cookie": "c=2, d"], body: body)
        let server = try LoopbackServer(answering: { _ in
            .informational(
                Response(status: 103, headerFields: ["Link": "</style.css>"]),
                then: .chunked(response, chunkSize: 1_000, trailers: ["X-Trailer": "1", "X-A": "changed"]))
        })
        let loaded = try await server.webservice().load(echo())
        #expect(loaded.body == body)
        #expect(loaded.headerFields.values(of: "Set-Cookie") == ["a=1", "c=2, d"])
        #expect(loaded.headerFields["X-A"] == "b")
        #expect(!loaded.headerFields.contains("X-Trailer") && !loaded.headerFields.contains("Link"))
    }

    @Test func `a body that ends with the connection is whole`() async throws {
        let server = try LoopbackServer(answering: { _ in .untilClose(Response(body: Data(count: 70_000))) })
        #expect(try await server.webservice().load(echo()).body.count == 70_000)
    }

    @Test func `loads one after the other use one connection`() async throws {
        let server = try LoopbackServer { _ in Response(body: Data("x".utf8)) }
        let webservice = server.webservice(CurlTransport())
        for _ in 0..<50 { _ = try await webservice.load(echo()) }
        #expect(server.connectionCount == 1)
    }

    @Test func `a body is sent from its beginning when it is sent again`() async throws {
        let url = URL(filePath: "/tmp/resourceful-\(UInt64.random(in: 0 ... .max)).bin")
        let content = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        try content.write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        for body in [Body.data(content), .file(url)] {
            let isFirst = Locked(true)
            let server = try LoopbackServer(answering: { request in
                let isCut =
                    request.method == .put
                    && isFirst.withLock { isFirst in
                        defer { isFirst = false }
                        return isFirst
                    }
                return isCut ? .faulty(Response(), .closeBeforeAnswer) : .response(Response())
            })
            let webservice = server.webservice(CurlTransport())
            _ = try await webservice.load(echo())
            #expect(try await webservice.load(echo(method: .put, body: body, timeout: .seconds(5))).status == 200)
            #expect(server.requests.map(\.method) == [.get, .put, .put])
            #expect(server.requests.dropFirst().allSatisfy { $0.body?.data == content })
        }
    }

    @Test func `dots in a path are sent as they stand`() async throws {
        let server = try LoopbackServer { _ in Response() }
        let url = server.baseURL.absoluteString + "a/../b/./c"
        _ = try await server.webservice().load(echo(url))
        #expect(server.requests.first?.url.absoluteString == url)
    }

    @Test func `a connection that the server has closed meanwhile is no failure`() async throws {
        let server = try LoopbackServer(answering: { _ in
            .faulty(Response(body: Data("x".utf8)), .closeAfterAnswer)
        })
        for _ in 0..<20 { #expect(try await server.webservice().load(echo()).body == Data("x".utf8)) }
    }
}
