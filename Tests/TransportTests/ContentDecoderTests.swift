import ResourcefulCurl
import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Codings of content (RFC 9110, section 8.4.1): what another program has coded is undone, and only when it is whole.
struct ContentDecoderTests {
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
            decoded += try decoder.pieces()
        }
        try decoder.finish()
        return String(decoding: decoded, as: UTF8.self)
    }

    @Test func `a coding is undone however its bytes arrive`() {
        checkEach(Self.samples + [Self.members]) { sample throws in
            #expect(try Self.decode([sample.bytes], as: sample.coding) == Self.plain, "\(sample.name)")
            #expect(
                try Self.decode(sample.bytes.map { Data([$0]) }, as: sample.coding) == Self.plain, "\(sample.name)")
            for cut in sample.bytes.indices {
                let pieces = [sample.bytes[..<cut], sample.bytes[cut...]]
                #expect(try Self.decode(pieces, as: sample.coding) == Self.plain, "\(sample.name)")
            }
        }
    }

    @Test func `a coded body cut short anywhere is no body`() {
        checkEach(Self.samples) { sample throws in
            for cut in sample.bytes.indices {
                #expect(throws: TransportError.self, "\(sample.name): \(cut)") {
                    try Self.decode([sample.bytes[..<cut]], as: sample.coding)
                }
            }
        }
    }

    @Test func `what follows the end of a coding is ignored`() {
        checkEach(Self.samples) { sample throws in
            #expect(
                try Self.decode([sample.bytes + [0, 0], Data("more".utf8)], as: sample.coding) == Self.plain,
                "\(sample.name)")
        }
    }

    @Test func `what follows the end is ignored wherever it is cut, even where it looks like a member`() throws {
        let gzip = Self.samples[0]
        let bytes = gzip.bytes + [0x25, 0x1F, 0x8B, 0x08, 0x1F]
        #expect(try Self.decode(bytes.map { Data([$0]) }, as: gzip.coding) == Self.plain)
        for cut in bytes.indices {
            #expect(try Self.decode([bytes[..<cut], bytes[cut...]], as: gzip.coding) == Self.plain, "\(cut)")
        }
    }

    @Test func `bytes changed on their way are not taken for the value`() throws {
        let gzip = Self.samples[0]
        for index in gzip.bytes.indices.dropFirst(10) {
            var bytes = gzip.bytes
            bytes[index] ^= 0x10
            #expect(throws: TransportError.self, "\(index)") { try Self.decode([bytes], as: gzip.coding) }
        }
    }

    @Test(arguments: EmptyCoding.all) func `what decodes to nothing is refused after a megabyte`(
        empty: EmptyCoding
    ) throws {
        let bytes = empty.bytes(3_000_000)
        for size in [100, 4_096, 100_000, bytes.count] {
            let decoder = try #require(try ContentDecoder.forContent(with: ["Content-Encoding": "\(empty.coding)"]))
            var start = 0
            let error = thrown(TransportError.self) {
                while start < bytes.count {
                    decoder.feed(bytes[start..<min(start + size, bytes.count)])
                    let pieces = try decoder.pieces()
                    #expect(pieces.isEmpty)
                    start += size
                }
            }
            #expect(error?.message.contains("decodes to nothing") == true, "\(empty), by \(size): \(start)")
            #expect(size == bytes.count || (900_000..<1_200_000).contains(start), "\(empty), by \(size): \(start)")
        }
    }

    @Test func `many short members are one piece`() throws {
        let (member, plain) = (Self.samples[0].bytes, Data(Self.plain.utf8))
        let decoder = try #require(try ContentDecoder.forContent(with: ["Content-Encoding": "gzip"]))
        decoder.feed((0..<500).reduce(into: Data()) { all, _ in all += member })
        guard case .piece(let piece) = try decoder.next() else { throw CancellationError() }
        #expect(piece.count == 500 * plain.count && piece.prefix(plain.count) == plain)
        guard case .needsMore = try decoder.next() else { throw CancellationError() }
        try decoder.finish()
    }

    @Test(arguments: [("zstd", "wasn't requested"), ("gzip, gzip, br", "more than two")])
    func `a coding that can't be undone is named`(coding: String, reason: String) {
        let error = #expect(throws: TransportError.self) { try Self.decode([Data("not coded".utf8)], as: coding) }
        #expect(error?.kind == .malformedResponse && error?.message.contains(reason) == true)
    }
}

extension ContentDecoder {
    /// All that the bytes so far stand for.
    fileprivate func pieces() throws -> [UInt8] {
        var pieces: [UInt8] = []
        while true {
            switch try next() {
            case .piece(let piece): pieces += piece
            case .unfinished: continue
            case .needsMore: return pieces
            }
        }
    }
}
