import ResourcefulStreams
import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A server that breaks in the middle of a stream: the loop ends with an error that says how many bytes had come.
@Suite(.permit, .knownDifferences) struct StreamFaultTests {
    private static let body = Data(String(repeating: "0123456789", count: 20_000).utf8)

    /// Faults, and how many bytes come before them.
    private static let faults: [(fault: LoopbackServer.Fault, received: Int)] = [
        (.silence, 0),
        (.closeBeforeAnswer, 0),
        (.cutShortInHead(after: 20), 0),
        (.cutShort(after: 0), 0),
        (.cutShort(after: 1), 1),
        (.cutShort(after: 100_000), 100_000),
        (.cutShort(after: 199_999), 199_999),
        (.cutShortInChunks(of: 1_000, after: 5_500), 5_500),
        (.stallInHead(after: 20), 0),
        (.stall(after: 0), 0),
        (.stall(after: 100_000), 100_000),
        (.reset(after: 0), 0),
        (.reset(after: 100_000), 100_000),
        (.wrongLength(300_000), 200_000),
        (.malformedChunk(after: 50_000), 50_000),
        (.malformedHead("HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\n"), 0),
    ]

    @Test(arguments: Subject.overSockets, faults.indices)
    func `every fault in a stream is an error that says how many bytes had come`(
        subject: Subject, index: Int
    ) async throws {
        let (fault, received) = Self.faults[index]
        let server = try LoopbackServer(answering: { _ in .faulty(Response(body: Self.body), fault) })
        defer { server.stop() }
        try await subject.check(FaultTests.knownOnURLSession(fault)) {
            let webservice = server.webservice(subject)
            // If the server stops, only the time-out ends the stream. If other work delays the bytes beyond it, the
            // second try has a longer one. If the server fails, the failure ends the stream, and the time-out is long.
            let isStopped = "\(fault)".contains("stall") || fault == .silence
            var (bytes, error) = (Data(), LoadError?.none)
            for seconds in isStopped ? [3, 30] : [60] where error == nil || bytes.count < received {
                bytes = Data()
                error = await #expect(throws: LoadError.self, "\(fault)") {
                    let stream = StreamResource.bytes(timeout: .seconds(seconds))
                    for try await piece in webservice.stream(of: stream) { bytes += piece }
                }
            }
            #expect(isSame(bytes, Self.body.prefix(received)), "\(fault): \(bytes.count)")
            let kinds = try #require(FaultTests.faults.first { Self.isAlike($0.fault, fault) }).kinds
            #expect((error?.underlyingError as? TransportError).map { kinds.contains($0.kind) } == true, "\(fault)")
            #expect(error?.stage == .transport)
            // Before there was a head, there was no stream.
            #expect(error?.received ?? 0 == received, "\(fault)")
            #expect((error?.response == nil) == (error?.received == nil), "\(fault)")
        }
    }

    /// Whether two faults are of one kind, whatever their numbers.
    private static func isAlike(_ left: LoopbackServer.Fault, _ right: LoopbackServer.Fault) -> Bool {
        "\(left)".prefix { $0 != "(" } == "\(right)".prefix { $0 != "(" }
    }

    @Test(arguments: Subject.overSockets)
    func `answers that are slow, or end the connection without need, are whole`(subject: Subject) async throws {
        for fault in [LoopbackServer.Fault.closeAfterAnswer, .drip(bytes: 50_000, every: .milliseconds(5))] {
            let server = try LoopbackServer(answering: { _ in .faulty(Response(body: Self.body), fault) })
            defer { server.stop() }
            var bytes = Data()
            for try await piece in server.webservice(subject).stream(of: .bytes()) { bytes += piece }
            #expect(isSame(bytes, Self.body))
        }
    }
}

extension StreamResource<Data> {
    /// The pieces of a body as they come.
    static func bytes(_ path: String = "x", timeout: Duration? = .seconds(120)) -> Self {
        StreamResource(Request(url: URL(string: path)!, timeout: timeout), from: ()) { _, piece in [piece] }
    }
}
