import Testing

@testable import ResourcefulTesting

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

@Suite(.permit) struct LoopbackServerChunkTests {
    /// The decoded body, and what was left of the input, which is fed in pieces of a size.
    private func decoded(_ text: String, by size: Int = .max) throws -> (body: String, rest: String, isComplete: Bool) {
        var decoder = LoopbackServer.ChunkDecoder()
        var body = Data()
        var rest = Array(text.utf8)[...]
        var input: ArraySlice<UInt8> = []
        while !rest.isEmpty {
            input += rest.prefix(size)
            rest = rest.dropFirst(size)
            try decoder.decode(&input, into: &body)
        }
        return (String(decoding: body, as: UTF8.self), String(decoding: input, as: UTF8.self), decoder.isComplete)
    }

    @Test(arguments: [Int.max, 1, 2, 3, 5])
    func `chunks are put together whatever pieces they come in`(size: Int) throws {
        let text = "3\r\nabc\r\nA;ext=\"1\"\r\n0123456789\r\n1 \r\n.\r\n0\r\nX-Trailer: 1\r\n\r\nGET"
        let (body, rest, isComplete) = try decoded(text, by: size)
        #expect(body == "abc0123456789.")
        #expect(rest == "GET")
        #expect(isComplete)
    }

    @Test func `a body is not complete before the line after the last chunk`() throws {
        #expect(try decoded("1\r\na\r\n0\r\n").isComplete == false)
        #expect(try decoded("1\r\na\r\n0\r\n\r\n").isComplete)
    }

    @Test(arguments: [
        "\r\n", "x\r\n", "-1\r\n", "+1\r\n", "0x1\r\n", "1 1\r\n", " 1\r\n", "1\na", "1\r\nab\r\n", "1\r\na\n",
        "fffffffffffffffff\r\n", "0\r\nno colon\r\n\r\n",
    ])
    func `chunks that are malformed are refused`(text: String) {
        #expect(throws: LoopbackServer.MalformedRequest.self) { try decoded(text) }
    }

    @Test func `a line and trailers without end are refused`() {
        #expect(throws: LoopbackServer.MalformedRequest.self) {
            try decoded("1;" + String(repeating: "x", count: 70_000), by: 1000)
        }
        #expect(throws: LoopbackServer.MalformedRequest("The trailers are too long.", status: 431)) {
            try decoded("0\r\n" + String(repeating: "X: 12345\r\n", count: 9000))
        }
    }

    @Test(arguments: [1, 2, 3, 7, 10, 11, Int.max])
    func `decoding what was encoded gives the body back`(size: Int) throws {
        let body = Data("0123456789".utf8)
        let coding = LoopbackServer.ChunkEncoder.self
        let coded = coding.chunks(of: body, size: size) + coding.end(trailers: ["X": "1"])
        let (text, rest, isComplete) = try decoded(String(decoding: coded, as: UTF8.self))
        #expect(text == "0123456789")
        #expect(rest.isEmpty)
        #expect(isComplete)
    }

    @Test func `a chunk is its size in hexadecimal, a line end, the bytes and a line end`() {
        let coding = LoopbackServer.ChunkEncoder.self
        #expect(coding.chunks(of: Data("0123456789ab".utf8), size: 11) == Data("b\r\n0123456789a\r\n1\r\nb\r\n".utf8))
        #expect(coding.chunks(of: Data(), size: 4).isEmpty)
        #expect(coding.end(trailers: ["A": "1", "B": "2"]) == Data("0\r\nA: 1\r\nB: 2\r\n\r\n".utf8))
    }

    @Test(arguments: [
        (0, "4\r\n"), (1, "4\r\n0"), (4, "4\r\n0123\r\n4\r\n"), (6, "4\r\n0123\r\n4\r\n45"),
        (9, "4\r\n0123\r\n4\r\n4567\r\n2\r\n8"), (10, "4\r\n0123\r\n4\r\n4567\r\n2\r\n89"),
        (99, "4\r\n0123\r\n4\r\n4567\r\n2\r\n89"), (-1, "4\r\n"),
    ])
    func `chunks are cut short within a chunk that was announced in full`(count: Int, text: String) {
        let chunks = LoopbackServer.ChunkEncoder.chunks(of: Data("0123456789".utf8), size: 4, cutShortAfter: count)
        #expect(String(decoding: chunks, as: UTF8.self) == text)
    }
}
