import ResourcefulStreams
import ResourcefulTesting
import Testing

@testable import ResourcefulLoading

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Bodies that nobody will read.
struct ReleasedBodyTests {
    /// The transfer behind a body, which ends when the body is released.
    private final class Transfer: Sendable {
        private let isOver: Locked<Bool>
        init(_ isOver: Locked<Bool>) { self.isOver = isOver }
        deinit { isOver.withLock { $0 = true } }
    }

    /// A transport that leaves endless bodies.
    private struct EndlessTransport: Transport {
        let isOver = Locked(false)
        var response = Response()

        func send(_ request: Request) async throws -> Response { Response() }

        func stream(_ request: Request) async throws -> ResponseStream {
            let transfer = Transfer(isOver)
            return ResponseStream(
                response, body: ResponseStream.Pieces { withExtendedLifetime(transfer) { Data([48]) } })
        }
    }

    @Test func `a load that is canceled before it reads ends its transfer, even if an observer keeps its events`()
        async throws
    {
        let transport = EndlessTransport()
        let url = try #require(URL(string: "https://example.org/endless"))
        let (loading, kept) = (Locked<Task<Void, any Error>?>(nil), Locked<[LoadEvent]>([]))
        let observer = LoadObserver { event in
            kept.withLock { $0.append(event) }
            if case .received = event.kind { loading.withLock { $0?.cancel() } }
        }
        let webservice = Webservice(observers: [observer], transport: transport)
        let (beginning, begin) = AsyncStream<Void>.makeStream()
        let task = Task {
            for await _ in beginning { break }
            for try await _ in webservice.stream(of: StreamResource(bytes: Request(url: url))) {}
        }
        loading.withLock { $0 = task }
        begin.yield()
        await #expect(throws: CancellationError.self) { try await task.value }
        let received = kept.withLock(\.self).filter { if case .received = $0.kind { true } else { false } }
        #expect(received.count == 1)
        let isOver = transport.isOver.withLock(\.self)
        #expect(isOver)
    }

    @Test func `a response that is refused before it is read ends its transfer, even if its error is kept`()
        async throws
    {
        let page = Response(headerFields: ["Content-Type": "text/html"])
        let transport = EndlessTransport(response: page)
        let url = try #require(URL(string: "https://example.org/endless"))
        let numbers = Webservice(transport: transport).stream(of: StreamResource<Int>(jsonArray: Request(url: url)))
        let error = await #expect(throws: LoadError.self) { for try await _ in numbers {} }
        #expect(error?.response?.headerFields["Content-Type"] == "text/html")
        let isOver = transport.isOver.withLock(\.self)
        #expect(isOver)
    }
}
