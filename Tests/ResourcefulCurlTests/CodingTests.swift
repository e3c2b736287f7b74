import ResourcefulCurl
import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct CodingTests {
    static let plain = "Hello, hello, hello, Resourceful!\n"

    /// The text as another program has coded it.
    static func coded() throws -> [(String, Data)] {
        [
            ("gzip", try #require(Data(base64Encoded: "H4sIAAAAAAACA/NIzcnJ11HIQKGCUovzS4uSU9NKcxS5ABzbtuQiAAAA"))),
            ("deflate", try #require(Data(base64Encoded: "eJzzSM3JyddRyEChglKL80uLklPTSnMUuQDPBgu7"))),
        ]
    }

    @Test func `gzip and deflate are undone, and asked for`() async throws {
        for (coding, text) in try Self.coded() {
            let server = try LoopbackServer { _ in Response(headerFields: ["Content-Encoding": coding], body: text) }
            let response = try await server.webservice().load(echo())
            #expect(String(decoding: response.body, as: UTF8.self) == Self.plain)
            let asked = try #require(server.requests.first?.headerFields["Accept-Encoding"])
            #expect(asked.contains("gzip") && asked.contains("deflate"))
        }
    }

    @Test func `whoever asks for codings by name gets the bytes as they are sent`() async throws {
        let (coding, text) = try #require(try Self.coded().first)
        let server = try LoopbackServer { _ in Response(headerFields: ["Content-Encoding": coding], body: text) }
        let response = try await server.webservice().load(echo(headerFields: ["Accept-Encoding": "gzip"]))
        #expect(response.body == text)
        #expect(server.requests.first?.headerFields.values(of: "Accept-Encoding") == ["gzip"])
    }

    @Test func `bytes that are not in their coding are an error of the transport stage`() async throws {
        let server = try LoopbackServer { _ in
            Response(headerFields: ["Content-Encoding": "gzip"], body: Data("this is not gzip".utf8))
        }
        let error = await #expect(throws: LoadError.self) { try await server.webservice().load(echo()) }
        #expect(error?.stage == .transport)
    }

    @Test func `a body that is larger than the limit once it is decoded is refused`() async throws {
        let server = try LoopbackServer { _ in Response(body: Data(count: 2_000_000)) }
        let transport = CurlTransport(maximumBodySize: 1_000_000)
        let error = await #expect(throws: LoadError.self) { try await server.webservice(transport).load(echo()) }
        #expect((error?.underlyingError as? TransportError)?.kind == .tooLarge)
    }
}
