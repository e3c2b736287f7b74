#if canImport(Glibc)
    import Foundation
    import ResourcefulCurl
    import ResourcefulTesting
    import Testing

    /// What the article "Linux and containers" says of a transport.
    @Suite(.alone) struct FootprintTests {
        @Test func `a transport has a thread and four descriptors beside its connections`() async {
            await #expect(processExitsWith: .success) {
                func entries(_ folder: String) -> [String] {
                    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/\(folder)")) ?? []
                }
                func threads() -> Int {
                    entries("task").count { task in
                        let name = try? String(contentsOfFile: "/proc/self/task/\(task)/comm", encoding: .utf8)
                        return name?.hasPrefix("resourceful") == true
                    }
                }
                let url = try #require(URL(string: "http://127.0.0.1:1/"))
                let first = CurlTransport(keepAlive: .milliseconds(1))
                await #expect(throws: TransportError.self) { try await first.send(Request(url: url)) }
                // What a process opens once, and keeps, stays.
                while threads() > 0 { usleep(1_000) }
                let before = entries("fd").count
                let transport = CurlTransport()
                await #expect(throws: TransportError.self) { try await transport.send(Request(url: url)) }
                // Two ends of a wire of libcurl's, or one with a newer one.
                let opened = entries("fd").count - before
                #expect(opened == 4 || opened == 3, "\(opened)")
                #expect(threads() == 1)
                withExtendedLifetime(transport) {}
            }
        }

        // In a process of its own, where nobody else allocates.
        @Test(.enabled(if: KeptMemory.isPossible))
        func `the memory of many transfers is kept, and given back when there have been none for a while`() async {
            await #expect(processExitsWith: .success) {
                let server = try LoopbackServer(answering: { _ in
                    .delayed(.response(Response()), by: .milliseconds(50))
                })
                let transport = CurlTransport()
                _ = try await server.webservice(transport).load(all((0..<16).map { echo("\($0)") }))
                let before = try #require(heapBytes())
                // 75 KB of each transfer, which is 1.2 MB. The connections stay.
                var less = 0
                for _ in 0..<100 where less < 800_000 {
                    try await Task.sleep(for: .milliseconds(100))
                    less = before - (try #require(heapBytes()))
                }
                #expect(less >= 800_000, "\(less)")
                withExtendedLifetime(transport) {}
            }
        }
    }

    /// The bytes that are allocated in all of glibc's heaps (malloc_info(3)).
    private func heapBytes() -> Int? {
        typealias Information = @convention(c) (Int32, UnsafeMutablePointer<FILE>) -> Int32
        var text: UnsafeMutablePointer<CChar>?
        var size = 0
        guard let symbol = dlsym(nil, "malloc_info"), let file = open_memstream(&text, &size) else { return nil }
        let code = unsafeBitCast(symbol, to: Information.self)(0, file)
        fclose(file)
        defer { free(text) }
        guard code == 0, let text else { return nil }
        // The last lines are those of all heaps.
        func last(_ type: String) -> Int {
            let line = String(cString: text).split(separator: "\n").last { $0.contains(type) }
            let number = line?.components(separatedBy: "size=\"").last?.prefix { $0 != "\"" }
            return number.flatMap { Int($0) } ?? 0
        }
        return last("system type=\"current\"") + last("total type=\"mmap\"") - last("total type=\"fast\"")
            - last("total type=\"rest\"")
    }
#endif
