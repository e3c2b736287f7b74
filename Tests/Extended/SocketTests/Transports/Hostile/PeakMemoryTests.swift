import Foundation
import ResourcefulCurl
import ResourcefulTesting
import Testing

/// How much memory a body that is too large takes: what the limit says, and a little for what is on its way.
@Suite(.alone, .serialized) struct PeakMemoryTests {
    /// 64 MB of zeros in Brotli (RFC 7932).
    private static let brotli =
        Data(
            base64Encoded: """
                y///P/gnAOKxQCD3/o///3/wTwDEYRGA7v0f////4J8AiMMCAN37P/7//8E/ARCHBQC693/8//+DfwIgDgsAdO//+P
                //B/8EQBwWAOje//H//w/+CYA4LADQvf/j//8f/BMAcVgAoHv/Nw==
                """, options: .ignoreUnknownCharacters) ?? Data()

    private static func body(_ codings: String) -> Data {
        switch codings {
        case "br": brotli
        case "identity": Data(count: 64 << 20)
        case "gzip, gzip": Gzip.compressed(Gzip.compressed(Data(count: 64 << 20)))
        // A member without its head and its checksum.
        case "deflate": Gzip.compressed(Data(count: 64 << 20)).dropFirst(10).dropLast(8)
        default: Gzip.compressed(Data(count: 64 << 20))
        }
    }

    @Test(arguments: ["identity", "gzip", "deflate", "br", "gzip, gzip"])
    func `at most the limit and 8 MB are taken, in whatever coding`(codings: String) async {
        await #expect(processExitsWith: .success) { [codings] in
            startWatchdog()
            let body = Self.body(codings)
            let server = try LoopbackServer { _ in
                Response(headerFields: codings == "identity" ? [:] : ["Content-Encoding": "\(codings)"], body: body)
            }
            for limit in [1_000_000, 10_000_000] {
                let webservice = Webservice(
                    baseURL: server.baseURL, transport: CurlTransport(maximumBodySize: limit, proxy: .none))
                // What the server sends is in memory already, and so is the library of the coding.
                #expect(await webservice.kindOfFailure(echo().maximumBodySize(1_000)) == .tooLarge)
                let before = try peakMegabytes()
                #expect(await webservice.kindOfFailure(echo()) == .tooLarge)
                let grown = try peakMegabytes() - before
                #expect(grown <= (limit >> 20) + 8, "\(grown) MB more, in \(codings), with a limit of \(limit)")
            }
        }
    }

    @Test(arguments: ["gzip", "deflate", "br", "gzip, gzip"], [true, false])
    func `a body that is as large as its limit takes that much and 8 MB`(codings: String, isFirst: Bool) async {
        await #expect(processExitsWith: .success) { [codings, isFirst] in
            startWatchdog()
            let body = Self.body(codings)
            let sizes = isFirst ? [] : [1, 30, 3, 15, 7]
            let bodies = Dictionary(
                uniqueKeysWithValues: sizes.map { ("\($0)", Gzip.compressed(Data(count: $0 << 20))) })
            let server = try LoopbackServer { request in
                let smaller = bodies[request.url.lastPathComponent]
                return Response(
                    headerFields: ["Content-Encoding": smaller == nil ? "\(codings)" : "gzip"], body: smaller ?? body)
            }
            let webservice = Webservice(
                baseURL: server.baseURL, transport: CurlTransport(maximumBodySize: 64 << 20, proxy: .none))
            #expect(await webservice.kindOfFailure(echo().maximumBodySize(1_000)) == .tooLarge)
            let before = try peakMegabytes()
            // The C library has given and taken back much, and keeps some of it.
            for size in sizes { #expect(try await webservice.load(echo("\(size)")).body.count == size << 20) }
            let count = try await webservice.load(echo()).body.count
            #expect(count == 64 << 20)
            let grown = try peakMegabytes() - before
            #expect(grown <= 64 + 8, "\(grown) MB more, in \(codings)")
        }
    }
}
