#if os(Linux)
    import Foundation
    import ResourcefulCurl
    import ResourcefulDownloads
    import ResourcefulStreams
    import ResourcefulTesting
    import Testing

    /// What programs do, over a transport with several loops.
    @Suite(.permit) struct LoopsInUseTests {
        @Test func `two users with relative URLs share the connections of one service`() async throws {
            let server = try LoopbackServer { request in
                Response(body: Data((request.url.path + " " + (request.headerFields["X-User"] ?? "")).utf8))
            }
            let transport = CurlTransport(loops: 4)
            let base = server.baseURL.appending(path: "api/4")
            for user in ["ada", "bob", "ada"] {
                let webservice = Webservice(baseURL: base, transport: transport)
                let response = try await webservice.load(echo("news", headerFields: ["X-User": user]))
                #expect(response.body == Data("/api/4/news \(user)".utf8))
            }
            #expect(server.connectionCount == 1)
        }

        @Test func `servers that fail disturb no other ones`() async throws {
            let failing = try (0..<8).map { _ in
                try LoopbackServer(answering: { _ in .faulty(Response(body: Data(count: 1_000)), .reset(after: 100)) })
            }
            let working = try (0..<8).map { _ in try LoopbackServer { _ in Response(body: Data(count: 1_000)) } }
            let webservice = Webservice(transport: CurlTransport(loops: 4))
            let results = await withTaskGroup(of: (isWorking: Bool, count: Int?).self) { group in
                for number in 0..<160 {
                    let isWorking = number % 2 == 0
                    let url = (isWorking ? working : failing)[number / 2 % 8].baseURL.absoluteString + "\(number)"
                    group.addTask { (isWorking, try? await webservice.load(echo(url)).body.count) }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(results.allSatisfy { $0.count == ($0.isWorking ? 1_000 : nil) })
        }

        @Test func `a load that joined gets the response after the first caller has canceled`() async throws {
            let isOpen = Locked(false)
            let servers = try (0..<4).map { _ in
                try LoopbackServer { _ in
                    while !isOpen.withLock(\.self) { usleep(1_000) }
                    return Response(body: Data("there".utf8))
                }
            }
            let webservice = Webservice(transport: CurlTransport(loops: 4))
            let loads = servers.map { echo($0.baseURL.absoluteString, timeout: nil) }
            let leaders = loads.map { load in Task { try await webservice.load(load) } }
            #expect(await eventually { servers.allSatisfy { $0.requests.count == 1 } })
            let followers = loads.map { load in Task { try await webservice.load(load) } }
            try await Task.sleep(for: .milliseconds(50))
            for leader in leaders { leader.cancel() }
            for leader in leaders { await #expect(throws: CancellationError.self) { try await leader.value } }
            isOpen.withLock { $0 = true }
            for follower in followers { #expect(try await follower.value.body == Data("there".utf8)) }
        }

        @Test func `streams and downloads from several origins arrive whole`() async throws {
            let servers = try (0..<8).map { _ in try LoopbackServer { _ in Response(body: Data(count: 3_000_000)) } }
            let webservice = Webservice(transport: CurlTransport(loops: 4))
            let counts = try await withThrowingTaskGroup(of: Int.self) { group in
                for (number, server) in servers.enumerated() {
                    let url = server.baseURL
                    group.addTask {
                        guard number % 2 == 0 else {
                            let file = URL(filePath: "/tmp/resourceful-\(UInt64.random(in: 0 ... .max)).bin")
                            defer { unlink(file.path) }
                            _ = try await webservice.download(FileDownload(url: url), to: .file(file))
                            return try Data(contentsOf: file).count
                        }
                        var count = 0
                        for try await piece in webservice.stream(of: StreamResource<Data>(bytes: Request(url: url))) {
                            count += piece.count
                        }
                        return count
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(counts == Array(repeating: 3_000_000, count: 8))
        }
    }
#endif
