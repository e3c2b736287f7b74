#if canImport(Glibc)
    import Foundation
    import ResourcefulCurl
    import ResourcefulTesting
    import Testing

    /// What the article "Linux and containers" says of a transport.
    struct FootprintTests {
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
    }
#endif
