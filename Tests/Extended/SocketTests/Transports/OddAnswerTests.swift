import Foundation
import ResourcefulCurl
import ResourcefulStreams
import ResourcefulTesting
import Testing

/// What is read that no specification allows: what can't be mistaken, and nothing else. The article "Transports" has
/// the same in short.
@Suite(.permit) struct OddAnswerTests {
    @Test(arguments: OddAnswer.all) func `an odd answer is read, or refused with what is wrong with it`(
        answer: OddAnswer
    ) async throws {
        let port = Locked(0)
        let server = try LoopbackServer(answering: { request in
            let target = request.url.path(percentEncoded: true) + (request.url.query().map { "?\($0)" } ?? "")
            guard target == "/odd" else { return .response(Response(body: Data(target.utf8))) }
            return .raw(answer.bytes(port: port.withLock { $0 }))
        })
        port.withLock { $0 = server.baseURL.port ?? 0 }
        let webservice = server.webservice(CurlTransport())
        switch answer.outcome {
        case .read(let text):
            let response = try await webservice.load(echo("odd", timeout: .seconds(20)))
            #expect(response.text == text)
            var streamed = Data()
            let request = echo("odd", timeout: .seconds(20)).request
            for try await piece in webservice.stream(of: StreamResource<Data>(bytes: request).validating(.any)) {
                streamed += piece
            }
            #expect(streamed == Data(text.utf8))
        case .refused(let reason):
            let resource = Resource<Data>(url: try #require(URL(string: "odd")))
            let error = await #expect(throws: LoadError.self) { _ = try await webservice.load(resource) }
            #expect(error?.description.contains(reason) == true, "\(String(describing: error))")
        }
    }

    @Test func `what another program refuses is read only where nothing can be mistaken`() {
        let isRead = { (answer: OddAnswer) in if case .read = answer.outcome { true } else { false } }
        let lonely = OddAnswer.all.filter { isRead($0) && $0.readers.count { $0 != "-" } < 2 }
        #expect(lonely.isEmpty, "\(lonely.map(\.testDescription))")
        #expect(OddAnswer.all.count > 90 && OddAnswer.all.allSatisfy { $0.readers.count == 4 })
    }
}
