import ResourcefulCurl
import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A transport that nothing is loaded over keeps nothing.
@Suite(.alone) struct IdleTests {
    @Test func `a transport without transfers closes its connections and ends its thread, and begins again`() async {
        await #expect(processExitsWith: .success) {
            let atRest = try await ManyTests.descriptorsAtRest(.curl)
            let server = try LoopbackServer { _ in Response() }
            let listening = descriptorCount()
            #expect(listening > atRest)
            let webservice = server.webservice(CurlTransport(keepAlive: .milliseconds(100)))
            for round in 1...3 {
                for _ in 0..<5 { _ = try await webservice.load(echo()) }
                #expect(server.connectionCount == round)
                #expect(await eventually { descriptorCount() <= listening }, "\(descriptors())")
            }
        }
    }

    @Test func `loads that come just when the thread ends are not lost`() async throws {
        let server = try LoopbackServer { Response(body: Data($0.url.lastPathComponent.utf8)) }
        let webservice = server.webservice(CurlTransport(keepAlive: .zero))
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                group.addTask {
                    for _ in 0..<100 {
                        try? await Task.sleep(for: .microseconds(Int.random(in: 0...3_000)))
                        let response = try? await webservice.load(echo("\(number)"))
                        #expect(response?.body == Data("\(number)".utf8))
                    }
                }
            }
        }
    }
}
