import Foundation
import Resourceful
import ResourcefulCurl
import ResourcefulTesting
import ResourcefulURLSession
import Testing

private typealias Episode = TypeModels.Episode
private let podcast = TypeModels.podcast

/// Sends nothing, and returns a file piece by piece.
struct FileTransport: Transport {
    let file: URL

    func stream(_ request: Request) async throws -> ResponseStream {
        let bytes = try Data(contentsOf: file)
        return ResponseStream(Response(), body: ResponseStream.Pieces(bytes))
    }

    func send(_ request: Request) async throws -> Response {
        try await stream(request).collected(for: request, upTo: 10 << 20)
    }
}

/// What a transport does that counts bytes as they cross the network.
private func countBytes(
    of pieces: AsyncThrowingStream<Data, any Error>, length: Int, for request: Request
) async throws {
    request.meter?.answer(expecting: length)
    for try await piece in pieces { request.meter?.receive(piece.count) }
}

// The examples in the documentation of transports, word for word, compiled and run.
@Suite(.permit) struct TransportTests {
    @Test func `a request without an observer has no meter`() async throws {
        let (pieces, continuation) = AsyncThrowingStream.makeStream(of: Data.self)
        continuation.yield(Data("[]".utf8))
        continuation.finish()
        try await countBytes(of: pieces, length: 2, for: Request(url: api))
        #expect(Request(url: api).meter == nil)
    }

    @Test func `a webservice loads over a transport`() async throws {
        let server = try LoopbackServer(podcast)
        defer { server.stop() }
        let api = server.baseURL
        let webservice = Webservice(baseURL: api, policies: [.cache(), .retry(upTo: 3)])
        let episodes = try await webservice.load(Episode.all)
        let newest = try await webservice.load(Episode.all.flatMap { Episode.number($0[0].id) })
        print(webservice)  // what is done to a request, in order
        #expect(episodes.count == 1 && newest.id == 1)
        let file = URL(filePath: "/tmp/podcast.har")
        let recorded = Webservice(
            baseURL: api, transport: PlatformTransport().recording(to: file))
        #expect("\(recorded)".contains("127.0.0.1"))
    }

    @Test func `curl has settings`() async throws {
        let server = try LoopbackServer(podcast)
        defer { server.stop() }
        let api = server.baseURL
        let transport = CurlTransport(
            connectTimeout: .seconds(5), maximumBodySize: 10 << 20, proxy: .none)
        let webservice = Webservice(baseURL: api, transport: transport)
        #expect(try await webservice.load(Episode.all).count == 1)
    }

    @Test func `URLSession has settings`() async throws {
        let server = try LoopbackServer(podcast)
        defer { server.stop() }
        let api = server.baseURL
        let transport = URLSessionTransport(idleTimeout: .seconds(20), maximumBodySize: 10 << 20)
        let webservice = Webservice(baseURL: api, transport: transport)
        #expect(try await webservice.load(Episode.all).count == 1)
    }

    @Test func `a stub answers instead of a server`() async throws {
        let transport = StubTransport { request in
            #expect(request.headerFields.accept == [.json])
            return Response(body: Data(#"[{"id": 7, "title": "Plans"}]"#.utf8))
        }
        let webservice = Webservice(baseURL: api, transport: transport)
        let episodes = try await webservice.load(Episode.all)
        print(episodes.count, transport.requests.count)  // 1 1
        #expect(episodes == [Episode(id: 7, title: "Plans")] && transport.requests.count == 1)
    }

    @Test func `a body arrives in pieces`() async throws {
        let (chunks, receiver) = AsyncStream.makeStream(of: Data.self)
        receiver.yield(Data("one ".utf8))  // in the callback of another library
        receiver.yield(Data("two".utf8))
        receiver.finish()
        let body = ResponseStream.Pieces { await chunks.first { _ in true } }
        var text = ""
        for try await piece in body { text += String(decoding: piece, as: UTF8.self) }
        #expect(text == "one two")
        let file = URL(filePath: "/tmp/resourceful-types-\(UInt64.random(in: 0 ... .max))")
        try Data("[]".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        #expect(try await Webservice(baseURL: api, transport: FileTransport(file: file)).load(Episode.all) == [])
    }

    @Test func `trust is a value`() throws {
        let (certificate, key) = (Data("certificate".utf8), Data("key".utf8))
        let (company, hash) = (Data("authority".utf8), String(repeating: "A", count: 43) + "=")
        let tls = TLS(authorities: .systemAnd(pem: company), minimumVersion: .tls13)
        let transport = CurlTransport(tls: tls)
        #expect("\(tls)" == "the system's authorities and others, TLS 1.3 or later")
        let identity = TLS.ClientCertificate(certificate: certificate, key: key)
        let authenticated = CurlTransport(tls: TLS(clientCertificates: ["api.example.org": identity]))
        #expect(identity.format == .pem)
        _ = (transport, authenticated)
        var pinned = TLS()
        if let pin = TLS.PublicKeyPin("sha256//\(hash)") {  // as `curl --pinnedpubkey` has it
            pinned.pins = ["api.example.org": [pin]]
        }
        #expect(pinned.pins.count == 1)
    }

    @Test func `addresses are values`() {
        let local: InternetAddress = "127.0.0.1"
        print(Reach.publicAddresses.allows(local))  // false
        let transport = CurlTransport(
            network: CurlTransport.Network(resolving: ["api.example.org": [local]]))
        #expect(!Reach.publicAddresses.allows(local))
        _ = transport
    }
}
