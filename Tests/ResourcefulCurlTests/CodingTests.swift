import ResourcefulCurl
import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Codings of content (RFC 9110, section 8.4.1): what another program has coded is undone, and only when it is whole.
struct CodingTests {
    static let plain = "Hello, hello, hello, Resourceful!\n"

    struct Sample: CustomTestStringConvertible, Sendable {
        let name: String
        let coding: String
        let bytes: Data
        var testDescription: String { name }

        init(_ name: String, _ coding: String, _ base64: String) {
            self.name = name
            self.coding = coding
            bytes = Data(base64Encoded: base64) ?? Data()
        }
    }

    /// The text as other programs have coded it.
    static let samples = [
        Sample("gzip", "gzip", "H4sIAAAAAAACA/NIzcnJ11HIQKGCUovzS4uSU9NKcxS5ABzbtuQiAAAA"),
        Sample("gzip, by its old name", "X-GZip", "H4sIAAAAAAACA/NIzcnJ11HIQKGCUovzS4uSU9NKcxS5ABzbtuQiAAAA"),
        Sample("deflate", "deflate", "eJzzSM3JyddRyEChglKL80uLklPTSnMUuQDPBgu7"),
        Sample("deflate without zlib's format", "deflate", "80jNycnXUchAoYJSi/NLi5JT00pzFLkA"),
        Sample("br", "br", "GyEA+B2pV580dK0AgoSmWcrM2HQI21udNESVfCqBYDY3nFcP"),
        Sample("gzip, then br", "gzip, br", "ixSAH4sIAAAAAAACA/NIzcnJ11HIQKGCUovzS4uSU9NKcxS5ABzbtuQiAAAAAw=="),
    ]
    /// Two members, each whole (RFC 1952, section 2.2).
    static let members = Sample(
        "two members of gzip", "gzip",
        "H4sIAAAAAAACA/NIzcnJ11HISM0BABGAqvQKAAAAH4sIAAAAAAACA8vJ11HISM3JAVJBqcX5pUXJqWmlOYpcADcsikkYAAAA")

    private static func decode(_ pieces: [Data], as coding: String) throws -> String {
        let decoder = try #require(try ContentDecoder.forContent(with: ["Content-Encoding": "\(coding)"]))
        var decoded: [UInt8] = []
        for piece in pieces {
            decoder.feed(piece)
            while let made = try decoder.next() { decoded += made }
        }
        try decoder.finish()
        return String(decoding: decoded, as: UTF8.self)
    }

    @Test(arguments: samples + [members]) func `a coding is undone however its bytes arrive`(sample: Sample) throws {
        #expect(try Self.decode([sample.bytes], as: sample.coding) == Self.plain)
        #expect(try Self.decode(sample.bytes.map { Data([$0]) }, as: sample.coding) == Self.plain)
        for cut in sample.bytes.indices {
            let pieces = [sample.bytes[..<cut], sample.bytes[cut...]]
            #expect(try Self.decode(pieces, as: sample.coding) == Self.plain)
        }
    }

    @Test(arguments: samples) func `a coded body cut short anywhere is no body`(sample: Sample) throws {
        for cut in sample.bytes.indices {
            #expect(throws: TransportError.self, "\(cut)") {
                try Self.decode([sample.bytes[..<cut]], as: sample.coding)
            }
        }
    }

    @Test(arguments: samples) func `what follows the end of a coding is ignored`(sample: Sample) throws {
        #expect(try Self.decode([sample.bytes + [0, 0], Data("more".utf8)], as: sample.coding) == Self.plain)
    }

    @Test func `bytes changed on their way are not taken for the value`() throws {
        let gzip = Self.samples[0]
        for index in gzip.bytes.indices.dropFirst(10) {
            var bytes = gzip.bytes
            bytes[index] ^= 0x10
            #expect(throws: TransportError.self, "\(index)") { try Self.decode([bytes], as: gzip.coding) }
        }
    }

    @Test(arguments: samples) func `codings are undone, and asked for`(sample: Sample) async throws {
        let server = try LoopbackServer { _ in
            Response(headerFields: ["Content-Encoding": "\(sample.coding)"], body: sample.bytes)
        }
        let response = try await server.webservice().load(echo())
        #expect(String(decoding: response.body, as: UTF8.self) == Self.plain)
        #expect(server.requests.first?.headerFields.values(of: "Accept-Encoding") == ["gzip, deflate, br"])
    }

    @Test(arguments: samples) func `a coded body cut short is never a value, whatever the framing says`(
        sample: Sample
    ) async throws {
        // The number of bytes to send, and how the body ends, stand in the path.
        let server = try LoopbackServer(answering: { request in
            let cut = Int(request.url.lastPathComponent) ?? 0
            let fields: HeaderFields = ["Content-Encoding": "\(sample.coding)"]
            return switch request.url.pathComponents.dropLast().last {
            case "close": .untilClose(Response(headerFields: fields, body: sample.bytes.prefix(cut)))
            case "fits": .faulty(Response(headerFields: fields, body: sample.bytes), .wrongLength(cut))
            default: .chunked(Response(headerFields: fields, body: sample.bytes.prefix(cut)), chunkSize: 7)
            }
        })
        for end in ["close", "fits", "chunks"] {
            for cut in sample.bytes.indices.dropFirst() {
                let error = await #expect(throws: LoadError.self, "\(end), \(cut)") {
                    try await server.webservice().load(echo("\(end)/\(cut)"))
                }
                #expect(error?.stage == .transport)
                #expect((error?.underlyingError as? TransportError)?.kind == .connectionLost, "\(end), \(cut)")
            }
            let whole = end == "fits" ? sample.bytes.count : sample.bytes.count + 1
            let value = try await server.webservice().load(echo("\(end)/\(whole)"))
            #expect(String(decoding: value.body, as: UTF8.self) == Self.plain)
        }
    }

    @Test func `an empty body is whole where the framing says so, and else cut short`() async throws {
        let fields: HeaderFields = ["Content-Encoding": "gzip"]
        let server = try LoopbackServer(answering: { request in
            request.url.lastPathComponent == "close"
                ? .untilClose(Response(headerFields: fields)) : .response(Response(headerFields: fields))
        })
        #expect(try await server.webservice().load(echo()).body.isEmpty)
        #expect(try await server.webservice().load(echo("close", method: .head)).body.isEmpty)
        await #expect(throws: LoadError.self) { try await server.webservice().load(echo("close")) }
    }

    @Test(arguments: [HeaderFields.Name("Accept-Encoding"): "gzip", "Range": "bytes=0-9"])
    func `whoever asks for codings by name, or for a range, gets the bytes as they are sent`(
        name: HeaderFields.Name, value: String
    ) async throws {
        let sample = Self.samples[0]
        let server = try LoopbackServer { _ in
            Response(headerFields: ["Content-Encoding": "gzip"], body: sample.bytes)
        }
        let fields = HeaderFields([try HeaderFields.Field(name, value)])
        let response = try await server.webservice().load(echo(headerFields: fields))
        #expect(response.body == sample.bytes)
        let sent = name == "Range" ? [] : [value]
        #expect(server.requests.first?.headerFields.values(of: "Accept-Encoding") == sent)
    }

    @Test(arguments: [
        ("gzip", "malformed"), ("br", "malformed"), ("zstd", "not asked for"), ("gzip,gzip,gzip,br,br,br", "five"),
    ])
    func `bytes that are not in their coding, and codings nobody asked for, are errors of the transport stage`(
        coding: String, reason: String
    ) async throws {
        let server = try LoopbackServer { _ in
            Response(headerFields: ["Content-Encoding": "\(coding)"], body: Data("this is not coded".utf8))
        }
        let error = await #expect(throws: LoadError.self) { try await server.webservice().load(echo()) }
        let cause = try #require(error?.underlyingError as? TransportError)
        #expect(error?.stage == .transport && cause.kind == .malformedResponse)
        #expect(reason == "malformed" || cause.message.contains(reason), "\(cause)")
    }

    @Test func `a body that is larger than the limit once it is decoded is refused`() async throws {
        // Fifty million zeros.
        let zeros = "y///P/gnAOKxQCD3/o///3/wTwDEYRGA7v0f////4J8AiMMCAN37P/7//8E/ARCHBQC693/8//+DfwIgDgsAdO//"
        let bomb = try #require(Data(base64Encoded: zeros + "8g9eD/8EQBwWAOig6wE="))
        let server = try LoopbackServer { request in
            request.url.lastPathComponent == "bomb"
                ? Response(headerFields: ["Content-Encoding": "br"], body: bomb)
                : Response(body: Data(count: 2_000_000))
        }
        let transport = CurlTransport(maximumBodySize: 1_000_000)
        for path in ["bomb", "plain"] {
            let error = await #expect(throws: LoadError.self) {
                try await server.webservice(transport).load(echo(path))
            }
            #expect((error?.underlyingError as? TransportError)?.kind == .tooLarge)
        }
        #expect(try await server.webservice().load(echo("bomb")).body.count == 50_000_000)
    }
}
