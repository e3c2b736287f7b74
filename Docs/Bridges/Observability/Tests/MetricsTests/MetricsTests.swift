import Foundation
import MetricsTestKit
import ResourcefulDiagnostics
import ResourcefulMetrics
import ResourcefulTesting
import Testing

struct MetricsTests {
    private static let url = URL(string: "https://example.org/episodes/7?access_token=hunter2")!

    @Test func `the duration has OpenTelemetry's name and dimensions, sorted, and no URL`() async throws {
        let metrics = TestMetrics()
        let webservice = Webservice(
            observers: [.metrics(metrics, including: SpanOptions(hasScheme: true))],
            transport: StubTransport { request in
                request.method == .get ? Response() : Response(status: 503)
            })
        let resource = Resource<Data>(url: Self.url).urlTemplate("/episodes/{id}")
        _ = try await webservice.load(resource)
        _ = try? await webservice.load(resource.method(.put))
        let timer = try metrics.expectTimer(
            "http.client.request.duration",
            [
                ("http.request.method", "GET"), ("http.response.status_code", "200"),
                ("server.address", "example.org"), ("server.port", "443"), ("url.scheme", "https"),
                ("url.template", "/episodes/{id}"),
            ])
        #expect(timer.values.count == 1 && timer.values.allSatisfy { $0 > 0 && $0 < 60_000_000_000 })
        let failed = try metrics.expectTimer(
            "http.client.request.duration",
            [
                ("error.type", "503"), ("http.request.method", "PUT"), ("http.response.status_code", "503"),
                ("server.address", "example.org"), ("server.port", "443"), ("url.scheme", "https"),
                ("url.template", "/episodes/{id}"),
            ])
        #expect(failed.values.count == 1)
    }

    @Test func `the exchanges under way come back to zero, whatever becomes of them`() async throws {
        let metrics = TestMetrics()
        let webservice = Webservice(
            observers: [.metrics(metrics)],
            transport: StubTransport { request in
                if request.method == .put { throw TransportError(.timedOut, "late") }
                return Response()
            })
        for method: Request.Method in [.get, .put] {
            _ = try? await webservice.load(Resource<Data>(url: Self.url).method(method))
            let meter = try metrics.expectMeter(
                "http.client.active_requests",
                [
                    ("http.request.method", method.rawValue), ("server.address", "example.org"),
                    ("server.port", "443"),
                ])
            #expect(meter.values == [1, 0])
        }
    }
}
