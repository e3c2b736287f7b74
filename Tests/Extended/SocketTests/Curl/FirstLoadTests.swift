#if canImport(Glibc)
    import Foundation
    import Glibc
    import ResourcefulCurl
    import ResourcefulTesting
    import Testing

    /// The load that a transport begins with, when its thread is only about to wait.
    @Suite(.alone, .serialized) struct FirstLoadTests {
        /// A port at which nobody takes connections: as many as there may be wait already.
        private final class FullPort {
            let url: URL
            private let descriptors: [Int32]

            init() throws {
                let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
                var address = sockaddr_in()
                address.sin_family = sa_family_t(AF_INET)
                address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
                var size = socklen_t(MemoryLayout<sockaddr_in>.size)
                let clients = (0..<8).map { _ in
                    socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0)
                }
                let isListening = withUnsafeMutablePointer(to: &address) { pointer in
                    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { general in
                        guard bind(listener, general, size) == 0, listen(listener, 0) == 0,
                            getsockname(listener, general, &size) == 0
                        else { return false }
                        for client in clients { connect(client, general, size) }
                        return true
                    }
                }
                try #require(isListening)
                url = try #require(URL(string: "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))/"))
                descriptors = clients + [listener]
            }

            deinit { for descriptor in descriptors { close(descriptor) } }
        }

        // In a process of its own, where no other test keeps its threads from keeping time.
        @Test func `it ends in time, as all others do`() async {
            await #expect(processExitsWith: .success) {
                let port = try FullPort()
                // Unseen, its end would come when connecting is given up: after half a minute.
                for _ in 0..<4 {
                    let webservice = Webservice(baseURL: port.url, transport: CurlTransport())
                    let taken = await ContinuousClock().measure {
                        await #expect(throws: LoadError.self) {
                            try await webservice.load(echo(timeout: .milliseconds(100)))
                        }
                    }
                    #expect(taken < .seconds(15))
                }
                withExtendedLifetime(port) {}
            }
        }
    }
#endif
