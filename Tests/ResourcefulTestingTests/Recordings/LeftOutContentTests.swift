import Foundation
import ResourcefulTesting
import TestSupport
import Testing

/// Archives that were exported without the content, and the many ways in which they say so.
struct LeftOutContentTests {
    private static let url = URL(string: "https://example.org/")!

    /// The outcome of an exchange whose response has these members.
    private static func outcome(_ response: String, _ method: String = "GET") throws -> Recording.Outcome {
        let request = #"{"method":"\#(method)","url":"\#(url)"}"#
        let text = #"{"log":{"entries":[{"request":\#(request),"response":{\#(response)}}]}}"#
        let recording = try Recording(parsing: Data(text.utf8))
        let outcome = try #require(recording.exchanges.first).outcome
        // It stays so when it is written again.
        #expect(try Recording(parsing: recording.har).exchanges.map(\.outcome) == [outcome], "\(response)")
        return outcome
    }

    @Test func `what was left out is an error that says so`() async {
        let cases: [(String, Int)] = [
            (#""content":{"size":-1},"bodySize":9801"#, 9_801),
            (#""content":{"size":-1,"text":""},"bodySize":9801"#, 9_801),
            (#""content":{},"bodySize":9801"#, 9_801), (#""bodySize":9801"#, 9_801),
            (#""content":{"size":5120}"#, 5_120),
            (#""content":{"size":5120,"text":""},"bodySize":-1"#, 5_120),
            (#""content":{"size":5120,"text":null}"#, 5_120),
            (#""content":{"size":5120},"bodySize":0"#, 5_120),
            (#""content":{"size":-1},"headers":[{"name":"content-length","value":"77"}]"#, 77),
            (#""headers":[{"name":"Content-Length","value":"77"}],"bodySize":-1"#, 77),
            (#""content":{"size":-1}"#, -1), (#""content":{"size":-1},"bodySize":-1"#, -1),
            (#""content":{"size":-1,"mimeType":"x-unknown"},"bodySize":null"#, -1),
            (#""content":{"size":304,"mimeType":"text/css"}"#, 304),
        ]
        await checkEach(cases) { response, size in
            for status in [200, 201, 404, 500] {
                let outcome = try Self.outcome(#""status":\#(status),\#(response)"#)
                guard case .withoutContent(let answer, let found) = outcome else {
                    Issue.record("\(response): \(outcome)")
                    continue
                }
                #expect(found == size && Int(answer.status.code) == status && answer.body.isEmpty, "\(response)")
                let recording = Recording([Recording.Exchange(Request(url: Self.url), outcome)])
                let webservice = Webservice(transport: StubTransport(replaying: recording))
                let error = await #expect(throws: LoadError.self, "\(response)") {
                    try await webservice.load(Resource(url: Self.url) { $0 })
                }
                let text = error?.description ?? ""
                #expect(
                    text.contains(size > 0 ? "the \(size) bytes of the content were left" : "the content was left"),
                    "\(response)")
                #expect(
                    error?.stage == .request && text.contains("export it again with the content"),
                    "\(response): \(text)")
            }
        }
    }

    @Test func `what had no content is a response without one`() {
        let cases: [(String, String)] = [
            ("GET", #""status":200,"content":{"size":0}"#), ("GET", #""status":200,"content":{"size":0},"bodySize":5"#),
            ("GET", #""status":200"#), ("GET", #""status":200,"content":{"size":-1,"text":""},"bodySize":-1"#),
            ("GET", #""status":200,"content":{"size":-1},"bodySize":0"#),
            ("GET", #""status":200,"content":{"size":-1},"headers":[{"name":"Content-Length","value":"0"}]"#),
            ("HEAD", #""status":200,"content":{"size":-1},"headers":[{"name":"Content-Length","value":"77"}]"#),
            ("HEAD", #""status":200,"content":{"size":77},"bodySize":77"#),
            ("POST", #""status":204,"content":{"size":-1},"bodySize":-1"#),
            ("GET", #""status":304,"content":{"size":-1},"headers":[{"name":"Content-Length","value":"77"}]"#),
            ("GET", #""status":302,"content":{"size":-1},"bodySize":220,"headers":[{"name":"Location","value":"/b"}]"#),
            // A proxy's content of no bytes, which were 20 when they were compressed.
            ("GET", #""status":200,"content":{"size":20,"compression":-20,"text":""},"bodySize":20"#),
        ]
        checkEach(cases) { method, response in
            guard case .response(let answer) = try Self.outcome(response, method) else {
                Issue.record("\(method): \(response)")
                return
            }
            #expect(answer.body.isEmpty, "\(method)")
        }
    }
}
