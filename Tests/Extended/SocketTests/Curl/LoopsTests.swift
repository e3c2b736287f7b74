#if os(Linux)
    import Foundation
    import ResourcefulCurl
    import ResourcefulTesting
    import Testing

    /// A transport with several loops. The numbers of threads are those of processes of their own.
    @Suite(.alone, .serialized) struct LoopsTests {
        @Test func `all loads from one origin share its connections`() async throws {
            let server = try LoopbackServer { Response(body: Data($0.url.lastPathComponent.utf8)) }
            let webservice = server.webservice(CurlTransport(loops: 8))
            for number in 0..<20 {
                #expect(try await webservice.load(echo("\(number)")).body == Data("\(number)".utf8))
            }
            #expect(server.connectionCount == 1)
        }

        @Test func `origins use different loops, whose threads start with their first loads`() async {
            await #expect(processExitsWith: .success) {
                for loops in [1, 4] {
                    let origins = try Origins(count: 16)
                    let webservice = Webservice(transport: origins.transport(loops: loops))
                    #expect(loopThreadCount() == 0)
                    for count in 1...16 {
                        _ = try await webservice.load(echo(origins.urls[count - 1]))
                        let expected = Set(origins.urls[..<count].map { index(of: $0, among: loops) }).count
                        #expect(loopThreadCount() == expected)
                    }
                    #expect(origins.server.connectionCount == 16)
                    _ = consume webservice
                    #expect(await eventually { loopThreadCount() == 0 })
                }
            }
        }

        @Test func `idle loops close their connections and end their threads, and begin again`() async {
            await #expect(processExitsWith: .success) {
                let origins = try Origins(count: 8)
                let webservice = Webservice(transport: origins.transport(loops: 4, keepAlive: .milliseconds(100)))
                for round in 1...3 {
                    let loads = origins.urls.map { echo($0).map(\.status) }
                    #expect(try await webservice.load(all(loads)) == Array(repeating: 200, count: 8))
                    #expect(origins.server.connectionCount == 8 * round)
                    #expect(await eventually { loopThreadCount() == 0 })
                }
            }
        }

        @Test func `a loop that is held up holds up only its own origins`() async throws {
            let isOpen = Locked(false)
            let origins = try Origins(count: 32) { _ in while !isOpen.withLock(\.self) { usleep(1_000) } }
            let indices = origins.urls.map { index(of: $0, among: 2) }
            let same = try #require(indices.dropFirst().firstIndex(of: indices[0]))
            let other = try #require(indices.firstIndex { $0 != indices[0] })
            let transport = origins.transport(loops: 2)
            let first = Request(url: try #require(URL(string: origins.urls[0])))
            let executor = HoldingExecutor()
            let held = Task(executorPreference: executor) {
                try await transport.send(first)
            }
            #expect(await eventually { origins.server.requests.count == 1 })
            executor.hold()
            isOpen.withLock { $0 = true }
            #expect(await eventually { executor.isHolding })
            let webservice = Webservice(transport: transport)
            let late = Task { try await webservice.load(echo(origins.urls[same])) }
            for _ in 0..<5 { #expect(try await webservice.load(echo(origins.urls[other])).status == 200) }
            #expect(origins.server.requests.allSatisfy { $0.headerFields["Host"] != origins.host(same) })
            executor.letGo()
            #expect(try await held.value.status == 200)
            #expect(try await late.value.status == 200)
        }

        @Test func `the limit of each origin holds`() async throws {
            // The first ones to a host wait for each other: even a slow machine has as many at once as there may be.
            let arrived = Locked(0)
            let origins = try Origins(count: 6) { host in
                usleep(2_000)
                guard host.hasPrefix("host0.") else { return }
                arrived.withLock { $0 += 1 }
                for _ in 0..<10_000 where arrived.withLock({ $0 < 3 }) { usleep(1_000) }
            }
            let webservice = Webservice(transport: origins.transport(loops: 4, limit: 3))
            let loads = (0..<300).map { echo(origins.urls[$0 % 6] + "\($0)").map(\.status) }
            _ = try await webservice.load(all(loads))
            #expect(origins.most[origins.host(0)] == 3)
            #expect(origins.most.count == 6)
            #expect(origins.most.values.allSatisfy { (1...3).contains($0) })
        }

        @Test func `plain requests through an HTTP proxy share its connections`() async throws {
            let proxy = try LoopbackServer { Response(body: Data(($0.headerFields["Host"] ?? "").utf8)) }
            let webservice = Webservice(transport: CurlTransport(proxy: .url(proxy.baseURL), loops: 4))
            for number in 0..<16 {
                let host = "host\(number).invalid"
                #expect(try await webservice.load(echo("http://\(host)/")).body == Data(host.utf8))
            }
            #expect(proxy.connectionCount == 1)
        }

        @Test(arguments: [Int.min, 0, .max]) func `any number of loops may be asked for`(loops: Int) async throws {
            let server = try LoopbackServer { _ in Response(body: Data("there".utf8)) }
            #expect(try await server.webservice(CurlTransport(loops: loops)).load(echo()).body == Data("there".utf8))
        }
    }

    /// A server with many names, and so with many origins.
    private struct Origins: Sendable {
        let server: LoopbackServer
        let urls: [String]
        private let names: [String]
        private let running = Locked<[String: (now: Int, most: Int)]>([:])

        init(count: Int, answering wait: @escaping @Sendable (_ host: String) -> Void = { _ in }) throws {
            server = try LoopbackServer { [running] request in
                let host = request.headerFields["Host"] ?? ""
                running.withLock { counts in
                    let (now, most) = counts[host] ?? (0, 0)
                    counts[host] = (now + 1, max(most, now + 1))
                }
                defer { running.withLock { $0[host]?.now -= 1 } }
                wait(host)
                return Response()
            }
            let port = try #require(server.baseURL.port)
            names = (0..<count).map { "host\($0).example" }
            urls = names.map { "http://\($0):\(port)/" }
        }

        /// The largest number of requests that were answered at the same time, by host.
        var most: [String: Int] { running.withLock { $0.mapValues(\.most) } }

        func host(_ index: Int) -> String { "\(names[index]):\(server.baseURL.port ?? 0)" }

        func transport(loops: Int, limit: Int = 64, keepAlive: Duration = .seconds(60)) -> CurlTransport {
            let addresses = names.map { ($0, [InternetAddress("127.0.0.1")].compactMap(\.self)) }
            let network = CurlTransport.Network(resolving: Dictionary(uniqueKeysWithValues: addresses))
            return CurlTransport(
                maximumTransfersPerOrigin: limit, proxy: .none, keepAlive: keepAlive, loops: loops, network: network)
        }
    }

    private func index(of url: String, among count: Int) -> Int {
        LoopChoice.index(of: URL(string: url).flatMap { Origin($0) }, among: count, sharesProxy: false)
    }

    /// Runs the jobs of a task, and holds up the thread that resumes it.
    private final class HoldingExecutor: TaskExecutor {
        private let holds = Locked(false)
        private let holding = Locked(false)
        private let gate = DispatchSemaphore(value: 0)
        private let queue = DispatchQueue(label: "jobs")

        var isHolding: Bool { holding.withLock(\.self) }

        func hold() { holds.withLock { $0 = true } }
        func letGo() { gate.signal() }

        func enqueue(_ job: consuming ExecutorJob) {
            let mayHold = holds.withLock { holds in
                defer { holds = false }
                return holds
            }
            if mayHold {
                holding.withLock { $0 = true }
                gate.wait()
            }
            let job = UnownedJob(job)
            queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
        }
    }

    /// The number of threads of transports.
    private func loopThreadCount() -> Int {
        let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
        return tasks.count { task in
            (try? String(contentsOfFile: "/proc/self/task/\(task)/comm", encoding: .utf8)) == "resourceful\n"
        }
    }
#endif
