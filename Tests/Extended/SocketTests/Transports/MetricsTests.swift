import Foundation
import ResourcefulDiagnostics
import ResourcefulTesting
import Testing

/// How exchanges went, over real sockets.
@Suite(.permit) struct MetricsTests {
    @Test func `libcurl tells how an exchange went, of a load that is watched`() async throws {
        let server = try LoopbackServer { _ in
            .delayed(.response(Response(body: Data(repeating: 7, count: 5_000))), by: .milliseconds(30))
        }
        defer { server.stop() }
        let recorder = Recorder()
        let webservice = Webservice(
            baseURL: server.baseURL, observers: [recorder.observer], transport: Subject.curl.own())
        let upload = Resource<Data>(url: URL(string: "a")!, method: .post, body: .data(Data(count: 300)))
        for _ in 0..<2 { _ = try await webservice.load(upload) }
        let metrics = try recorder.trace.events.compactMap { event -> ExchangeMetrics? in
            guard case .received(let response, _, _, let time) = event.kind else { return nil }
            let metrics = try #require(response.metrics)
            #expect(try #require(metrics.total) <= time)
            return metrics
        }
        #expect(metrics.count == 2)
        #expect(metrics.map(\.isReusedConnection) == [false, true])
        for metrics in metrics {
            #expect(metrics.httpVersion == "HTTP/1.1")
            #expect(metrics.sentBytes == 300)
            #expect(metrics.receivedBytes == 5_000)
            #expect(metrics.secured == nil)
            #expect(try #require(metrics.firstByte) >= .milliseconds(25))
            let times = [metrics.resolved, metrics.connected, metrics.firstByte, metrics.total].compactMap { $0 }
            #expect(times == times.sorted() && times.count == 4)
        }
    }

    @Test(arguments: Subject.overSockets) func `events cost nothing without an observer`(subject: Subject)
        async throws
    {
        let service = try Service(subject) { _ in Response() }
        #expect(try await service.webservice.load(echo()).metrics == nil)
    }
}
