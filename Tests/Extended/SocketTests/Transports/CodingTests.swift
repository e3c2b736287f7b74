import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A text as other programs have coded it.
struct CodingSample: CustomTestStringConvertible, Sendable {
    static let plain = "Hello, hello, hello, Resourceful!\n"

    static let all = [
        CodingSample("gzip", "gzip", "H4sIAAAAAAACA/NIzcnJ11HIQKGCUovzS4uSU9NKcxS5ABzbtuQiAAAA"),
        CodingSample("gzip, by its old name", "X-GZip", "H4sIAAAAAAACA/NIzcnJ11HIQKGCUovzS4uSU9NKcxS5ABzbtuQiAAAA"),
        CodingSample("deflate", "deflate", "eJzzSM3JyddRyEChglKL80uLklPTSnMUuQDPBgu7"),
        CodingSample("deflate without zlib's format", "deflate", "80jNycnXUchAoYJSi/NLi5JT00pzFLkA"),
        CodingSample("br", "br", "GyEA+B2pV580dK0AgoSmWcrM2HQI21udNESVfCqBYDY3nFcP"),
        CodingSample("gzip, then br", "gzip, br", "ixSAH4sIAAAAAAACA/NIzcnJ11HIQKGCUovzS4uSU9NKcxS5ABzbtuQiAAAAAw=="),
    ]

    let testDescription: String
    let coding: String
    let bytes: Data

    init(_ name: String, _ coding: String, _ base64: String) {
        testDescription = name
        self.coding = coding
        bytes = Data(base64Encoded: base64) ?? Data()
    }
}

/// Codings of content (RFC 9110, section 8.4.1): what another program has coded is undone, and only when it is whole.
@Suite(.permit, .knownDifferences) struct CodingTests {
    @Test(arguments: Subject.overSockets, CodingSample.all) func `codings are undone, and asked for`(
        subject: Subject, sample: CodingSample
    ) async throws {
        let fields: HeaderFields = ["Content-Encoding": "\(sample.coding)"]
        let server = try LoopbackServer { _ in Response(headerFields: fields, body: sample.bytes) }
        let response = try await server.webservice(subject).load(echo())
        #expect(response.text == CodingSample.plain)
        #expect(response.headerFields["Content-Encoding"] == sample.coding)
        let accepted = server.requests.first?.headerFields["Accept-Encoding"] ?? ""
        for coding in ["gzip", "deflate", "br"] { #expect(accepted.contains(coding)) }
    }

    @Test(arguments: Subject.overSockets, CodingSample.all)
    func `a coded body cut short is never a value, whatever the framing says`(
        subject: Subject, sample: CodingSample
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
            let cuts = sample.bytes.indices.dropFirst()
            let loads = cuts.map { cut in
                echo("\(end)/\(cut)").map { "a value: \($0.text)" }.recover { error in
                    let kind = ((error as? LoadError)?.underlyingError as? TransportError)?.kind
                    return Plan.value(kind.map { "\($0)" } ?? "\(error)")
                }
            }
            let outcomes = try await server.webservice(subject).load(all(loads, atOnce: 8))
            try await subject.check(.cutShortCodings) {
                #expect(outcomes.allSatisfy { $0 == "connectionLost" }, "\(end): \(Set(outcomes))")
            }
            let whole = end == "fits" ? sample.bytes.count : sample.bytes.count + 1
            let value = try await server.webservice(subject).load(echo("\(end)/\(whole)"))
            #expect(value.text == CodingSample.plain)
        }
    }

    @Test(arguments: Subject.overSockets) func `an empty body is whole where the framing says so`(
        subject: Subject
    ) async throws {
        let fields: HeaderFields = ["Content-Encoding": "gzip"]
        let server = try LoopbackServer { _ in Response(headerFields: fields) }
        #expect(try await server.webservice(subject).load(echo()).body.isEmpty)
        #expect(try await server.webservice(subject).load(echo(method: .head)).body.isEmpty)
        // As curl, browsers and Python's clients read it: without a coding, nothing else would be known either.
        let closed = try LoopbackServer(answering: { _ in .untilClose(Response(headerFields: fields)) })
        #expect(try await closed.webservice(subject).load(echo()).body.isEmpty)
    }

    @Test(arguments: Subject.overSockets, ["gzip", "identity", "gzip, br;q=0.5"])
    func `codings are decoded if the request names them, and kept on demand`(
        subject: Subject, codings: String
    ) async throws {
        let sample = CodingSample.all[0]
        let server = try LoopbackServer { _ in
            Response(headerFields: ["Content-Encoding": "gzip"], body: sample.bytes)
        }
        let request = echo(headerFields: ["Accept-Encoding": "\(codings)"])
        #expect(try await server.webservice(subject).load(request).text == CodingSample.plain)
        #expect(server.requests.last?.headerFields.values(of: "Accept-Encoding") == [codings])
        try await subject.check(.alwaysDecodes) {
            let response = try await server.webservice(subject).load(request.keepingContentCodings())
            #expect(response.body == sample.bytes && response.headerFields["Content-Encoding"] == "gzip")
            let plain = try await server.webservice(subject).load(echo().keepingContentCodings())
            #expect(plain.body == sample.bytes)
            #expect(server.requests.last?.headerFields.contains("Accept-Encoding") == false)
        }
    }

    @Test(arguments: [Subject.curl]) func `a body that keeps its codings is neither stored, nor served, nor shared`(
        subject: Subject
    ) async throws {
        let sample = CodingSample.all[0]
        let server = try LoopbackServer { _ in
            let fields: HeaderFields = ["Content-Encoding": "gzip", "Cache-Control": "max-age=600"]
            return Response(headerFields: fields, body: sample.bytes)
        }
        let webservice = server.webservice(subject, policies: [.cache()])
        let (decoded, coded) = (echo(), echo().keepingContentCodings())
        for _ in 1...2 {
            async let one = webservice.load(coded)
            async let other = webservice.load(decoded)
            #expect(try await one.body == sample.bytes)
            #expect(try await other.text == CodingSample.plain)
        }
        #expect(server.requests.count == 3)
    }

    @Test(arguments: [Subject.curl]) func `a coding that was asked for by hand and is not known stays`(
        subject: Subject
    ) async throws {
        let content = Data("who knows".utf8)
        let server = try LoopbackServer { _ in
            Response(headerFields: ["Content-Encoding": "gzip, own"], body: content)
        }
        let response = try await server.webservice(subject).load(echo(headerFields: ["Accept-Encoding": "own"]))
        #expect(response.body == content && response.headerFields["Content-Encoding"] == "gzip, own")
    }

    @Test(arguments: Subject.overSockets, ["zstd", "own, compress"])
    func `where only identity is accepted, a coding that can't be undone is an error`(
        subject: Subject, coding: String
    ) async throws {
        let server = try LoopbackServer { _ in
            Response(headerFields: ["Content-Encoding": "\(coding)"], body: Data("who knows".utf8))
        }
        for accepted in ["identity", "Identity"] {
            let request = echo(headerFields: ["Accept-Encoding": "\(accepted)"])
            #expect(await server.webservice(subject).kindOfFailure(request) == .malformedResponse)
        }
    }

    @Test(arguments: Subject.overSockets) func `a range is one of the bytes as they are`(
        subject: Subject
    ) async throws {
        let server = try LoopbackServer { _ in
            Response(status: 206, headerFields: ["Content-Range": "bytes 0-4/10"], body: Data("01234".utf8))
        }
        let response = try await server.webservice(subject).load(echo(headerFields: ["Range": "bytes=0-4"]))
        #expect(response.status == 206 && response.text == "01234")
        let accepted = server.requests.first?.headerFields["Accept-Encoding"] ?? "identity"
        #expect(accepted == "identity")
    }

    @Test(arguments: Subject.overSockets, ["gzip", "deflate", "br", "zstd", "compress", "gzip,gzip,gzip,br,br,br"])
    func `bytes that aren't in their coding, and unrequested codings, are errors`(
        subject: Subject, coding: String
    ) async throws {
        let server = try LoopbackServer { _ in
            Response(headerFields: ["Content-Encoding": "\(coding)"], body: Data("this is not coded".utf8))
        }
        #expect(await server.webservice(subject).kindOfFailure(echo()) == .malformedResponse)
    }

    @Test(arguments: Subject.overSockets, ["utf-8", "aws-chunked", "binary, UTF-8"])
    func `what names no coding codes nothing`(subject: Subject, name: String) async throws {
        let server = try LoopbackServer { _ in
            Response(headerFields: ["Content-Encoding": "\(name)"], body: Data("plain".utf8))
        }
        try await subject.check(.namesOfNoCoding) {
            let response = try await server.webservice(subject).load(echo())
            #expect(response.text == "plain" && response.headerFields["Content-Encoding"] == name)
        }
    }

    @Test(arguments: [Subject.curl], ["aws-chunked, gzip", "gzip,utf-8"])
    func `beside what names no coding, a coding is undone`(subject: Subject, names: String) async throws {
        let sample = CodingSample.all[0]
        let server = try LoopbackServer { _ in
            Response(headerFields: ["Content-Encoding": "\(names)"], body: sample.bytes)
        }
        #expect(try await server.webservice(subject).load(echo()).text == CodingSample.plain)
    }

    @Test(arguments: Subject.overSockets, ["identity", "", "IDENTITY", ","]) func `no coding is no coding`(
        subject: Subject, coding: String
    ) async throws {
        let server = try LoopbackServer { _ in
            Response(headerFields: ["Content-Encoding": "\(coding)"], body: Data("plain".utf8))
        }
        #expect(try await server.webservice(subject).load(echo()).text == "plain")
    }
}
