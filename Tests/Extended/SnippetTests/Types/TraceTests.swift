import Foundation
import Resourceful
import ResourcefulDiagnostics
import Testing

// The examples in the documentation of traces and spans.
@Suite(.permit) struct TraceTests {
    @Test func `identifiers`() {
        let traceID = {
            let id = TraceID("4bf92f3577b34da6a3ce929d0e0e4736")
            print(id?.description.count ?? 0)  // 32
            return id
        }
        #expect(traceID() != nil)
        let spanID = {
            let id = SpanID("00f067aa0ba902b7")
            print(id?.description ?? "")  // 00f067aa0ba902b7
            return id
        }
        #expect(spanID()?.description == "00f067aa0ba902b7")
    }

    @Test func `a context and its state`() {
        let context = TraceContext(
            traceparent: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
            tracestate: ["rojo=00f067aa0ba902b7"])
        print(context?.isSampled ?? false)  // true

        #expect(context?.isSampled == true)

        var state = TraceState(["rojo=00f067aa0ba902b7,congo=t61rcWkgMzE"]) ?? TraceState()
        state["congo"] = "ucfJifl5GOE"
        print(state)  // congo=ucfJifl5GOE,rojo=00f067aa0ba902b7

        #expect(state.description == "congo=ucfJifl5GOE,rojo=00f067aa0ba902b7")

        let own = Policy.tracing(to: .origins([api]))

        #expect(own.description.contains("https://api.example.org:443"))
    }

    @Test func `a span`() {
        var span = ClientSpan(sending: Request(url: api), at: Date())
        span.end(with: Response(status: 404), after: .milliseconds(80))
        print(span.name, span.status, span.attributes["error.type"] ?? "")  // GET error 404

        #expect(span.attributes["error.type"] == "404")

        let attributes: [String: SpanValue] = ["server.port": 443, "http.request.method": "GET"]

        #expect(attributes["server.port"] == span.attributes["server.port"])

        var options = SpanOptions()
        options.requestFields = ["X-Request-ID"]
        options.hasUserAgent = true

        #expect(options != SpanOptions())
    }
}
