import ResourcefulIdentity

#if os(Linux)
    import ExtendedSupport
    import Foundation
    import Glibc
    import ResourcefulCurl
    import ResourcefulDisk
    import ResourcefulDownloads
    import ResourcefulTesting
    import TestSupport
    import Testing

    /// The descriptors that a child process would inherit.
    @Suite(.permit) struct InheritanceTests {
        private static var inherited: Set<Int32> {
            Set(
                (0..<1_024).filter { number in
                    let flags = fcntl(number, F_GETFD)
                    return flags >= 0 && flags & FD_CLOEXEC == 0
                })
        }

        // In a process of its own, for other tests open descriptors, too.
        @Test func `a child process inherits no descriptor of a load, a server or a file`() async {
            await #expect(processExitsWith: .success) {
                let before = InheritanceTests.inherited
                let (seen, folder) = (Locked(Set<Int32>()), TemporaryFolder())
                let server = try LoopbackServer { request in
                    seen.withLock { $0.formUnion(InheritanceTests.inherited) }
                    return Response(
                        headerFields: ["Cache-Control": "max-age=60"], body: request.body?.data ?? Data("x".utf8))
                }
                let file = try TemporaryFile(Data(count: 1 << 20))
                let webservice = Webservice(
                    policies: [.cookies(), .cache(in: DiskCache(folder: folder.url.appending(path: "cache")))],
                    store: FileStore(at: folder.url.appending(path: "store")), transport: CurlTransport(loops: 2))
                let port = try #require(server.baseURL.port)
                for host in ["127.0.0.1", "localhost"] {
                    let url = try #require(URL(string: "http://\(host):\(port)/"))
                    _ = try await webservice.load(Plan.send(Request(url: url)))
                    _ = try await webservice.load(Plan.send(Request(url: url, method: .put, body: .file(file.url))))
                    let place = folder.url.appending(path: "\(host).bin")
                    _ = try await webservice.download(FileDownload(url: url.appending(path: "a")), to: .file(place))
                }
                let left = seen.withLock(\.self).union(InheritanceTests.inherited).subtracting(before)
                let targets = left.sorted().map { number in
                    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(number)")) ?? "closed"
                }
                #expect(server.requests.count == 6 && left.isEmpty, "\(targets)")
            }
        }
    }
#endif
