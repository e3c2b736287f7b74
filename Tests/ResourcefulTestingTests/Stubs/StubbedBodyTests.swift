import ResourcefulStreams
import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Bodies that come in pieces, and end too early.
struct StubbedBodyTests {
    private let pieces: StreamResource<Data>

    init() throws { pieces = StreamResource(bytes: try #require(URL(string: "https://example.org/bytes"))) }

    private let body = Response(body: Data("abcdefg".utf8))

    /// What comes of a response, over a transport and in a dry run, which must be the same.
    private func outcome(_ response: Response) async -> (pieces: [String], error: LoadError?) {
        let transport = StubTransport { _ in response }
        var (found, live): ([String], LoadError?) = ([], nil)
        do {
            for try await piece in Webservice(transport: transport).stream(of: pieces) {
                found.append(String(decoding: piece, as: UTF8.self))
            }
        } catch {
            live = error as? LoadError
        }
        var run = DryRun { _ in response }
        do {
            let dry = try run.elements(of: pieces)
            #expect(dry.map { String(decoding: $0, as: UTF8.self) } == found)
            #expect(live == nil)
        } catch {
            #expect("\(error)" == live.map { "\($0)" })
        }
        return (found, live)
    }

    @Test func `a body comes in pieces`() async {
        #expect(await outcome(body).pieces == ["abcdefg"])
        #expect(await outcome(body.inPieces(of: 3)).pieces == ["abc", "def", "g"])
        #expect(await outcome(Response().inPieces(of: 3)).pieces == [])
    }

    @Test func `a body that is cut fails behind what came`() async throws {
        let (found, error) = await outcome(body.inPieces(of: 2).cut(after: 5))
        #expect(found == ["ab", "cd", "e"])
        #expect(error?.received == 5)
        #expect(error?.stage == .transport)
        #expect((error?.underlyingError as? TransportError)?.kind == .connectionLost)
        let timedOut = await outcome(body.cut(after: 0, by: .timedOut).inPieces(of: 2))
        #expect(timedOut.pieces.isEmpty && timedOut.error?.received == 0)
        #expect((timedOut.error?.underlyingError as? TransportError)?.kind == .timedOut)
    }

    @Test func `a load of the whole body fails where it is cut`() async throws {
        let whole = Resource<Data>(url: pieces.request.url)
        let cut = body.cut(after: 3)
        var run = DryRun { _ in cut }
        #expect(throws: LoadError.self) { try run.load(whole) }
        let webservice = Webservice(transport: StubTransport { _ in cut })
        await #expect(throws: LoadError.self) { try await webservice.load(whole) }
        let uncut = body.inPieces(of: 3)
        #expect(try await Webservice(transport: StubTransport { _ in uncut }).load(whole) == body.body)
        #expect(await outcome(Response(status: 500).cut(after: 0)).error != nil)
    }

    @Test func `stubs can be cut, too`() throws {
        let server: StubServer = [Stub("bytes").answers(.text("abc").inPieces(of: 1).cut(after: 2))]
        var run = DryRun(server)
        #expect(throws: LoadError.self) { try run.elements(of: pieces) }
        #expect(try run.elements(of: pieces.prefix(2)) == [Data("a".utf8), Data("b".utf8)])
    }
}
