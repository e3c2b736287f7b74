import ResourcefulCurl
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct ResponseHeadTests {
    private func head(_ lines: String...) throws -> ResponseHead {
        try head(bytes: lines.map { Array(($0 + "\r\n").utf8) })
    }

    private func head(bytes lines: [[UInt8]]) throws -> ResponseHead {
        var head = ResponseHead()
        for line in lines {
            let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: line.count, alignment: 1)
            defer { bytes.deallocate() }
            bytes.copyBytes(from: line)
            try head.receive(UnsafeRawBufferPointer(bytes))
        }
        return head
    }

    @Test func `status and fields are kept in order, repeated ones too`() throws {
        let head = try head("HTTP/1.1 200 OK", "Set-Cookie: a=1", "X-A:b", "set-cookie:\t c=2 ", "X-Empty:", "")
        #expect(head.status == 200)
        #expect(head.headerFields.map(\.name.rawName) == ["Set-Cookie", "X-A", "set-cookie", "X-Empty"])
        #expect(head.headerFields.values(of: "Set-Cookie") == ["a=1", "c=2"])
        #expect(head.headerFields["x-empty"] == "")
        #expect(head.isComplete)
    }

    @Test func `interim responses are forgotten`() throws {
        let head = try head("HTTP/1.1 103 Early Hints", "Link: </a>", "", "HTTP/1.1 404 Not Found", "X-A: b", "")
        #expect(head.status == 404)
        #expect(head.headerFields.map(\.name.rawName) == ["X-A"])
    }

    @Test func `an interim response alone is not complete`() throws {
        #expect(!(try head("HTTP/1.1 100 Continue", "")).isComplete)
    }

    @Test func `trailers are ignored, even those that look like a head`() throws {
        let head = try head("HTTP/1.1 200 OK", "X-A: b", "", "X-A: changed", "HTTP/1.1 500 No", "", "garbage")
        #expect(head.status == 200)
        #expect(head.headerFields["X-A"] == "b")
    }

    @Test func `a status line may lack its reason and its last space, and say HTTP 2`() throws {
        #expect(try head("HTTP/1.1 204", "").status == 204)
        #expect(try head("HTTP/2 301 ", "").status == 301)
    }

    @Test func `an unrequested transfer coding other than chunked is malformed`() {
        checkEach(["gzip", "gzip, chunked", "chunked, chunked", "identity", ""]) { coding throws in
            #expect(throws: ResponseHead.Malformed.self, "\(coding)") {
                try head("HTTP/1.1 200 OK", "Transfer-Encoding: \(coding)", "")
            }
            #expect(try head("HTTP/1.1 200 OK", "Transfer-Encoding: Chunked", "").isComplete, "\(coding)")
        }
    }

    @Test func `a folded value is one value`() throws {
        let head = try head("HTTP/1.1 200 OK", "X-A: one", "  two", "\tthree", "")
        #expect(head.headerFields["X-A"] == "one two three")
    }

    @Test func `a folded line of nothing but white space adds none to the value`() throws {
        #expect(try head("HTTP/1.1 200 OK", "X-A: one", " \t", "").headerFields["X-A"] == "one")
        #expect(try head("HTTP/1.1 200 OK", "X-A: one", " ", "  two", "").headerFields["X-A"] == "one two")
        #expect(try head("HTTP/1.1 200 OK", "X-A:", " ", " two", " ", "").headerFields["X-A"] == "two")
    }

    @Test func `bytes that are not UTF-8 are read as ISO 8859-1`() throws {
        let end = Array("\r\n".utf8)
        let head = try head(bytes: [
            Array("HTTP/1.1 200 OK\r\n".utf8), Array("X-A: caf".utf8) + [0xE9, 0x0D, 0x0A], end,
        ])
        #expect(head.headerFields["X-A"] == "café")
    }

    @Test func `a malformed head is refused`() {
        let cases: [[String]] = [
            ["HTTP/1.1 abc No", ""], ["HTTP/1.1 20", ""], ["HTTP/1.1", ""], ["X-A: b", ""], [""],
            ["HTTP/1.1 200 OK", "no colon", ""], ["HTTP/1.1 200 OK", "bad name: x", ""],
            ["HTTP/1.1 200 OK", ": x", ""],
            ["HTTP/1.1 200 OK", "X-A : x", ""], ["HTTP/1.1 200 OK", " folded", ""],
            ["HTTP/1.1 200 OK", "X-A: a\0b", ""], ["HTTP/1.1 200 OK", "X-A: b", "HTTP/1.1 404 Not Found", ""],
            ["HTTP/1.1 200 OK", "HTTP/1.1: b", ""], ["HTTP/1.1 103 Early Hints", "", "X-A: b", "HTTP/1.1 200 OK", ""],
            ["HTTP/1.1 101 Switching Protocols", ""],
            ["HTTP/1.1 200 OK", "Content-Length: 1", "Content-Length: 2", ""],
            ["HTTP/1.1 200 OK", "X-A: a\rb", ""],
        ]
        for lines in cases {
            #expect(throws: ResponseHead.Malformed.self, "\(lines)") {
                try head(bytes: lines.map { Array(($0 + "\r\n").utf8) })
            }
        }
    }

    @Test func `the same Content-Length twice is one`() throws {
        #expect(try head("HTTP/1.1 200 OK", "Content-Length: 1", "Content-Length: 1", "").isComplete)
        #expect(try head("HTTP/1.1 200 OK", "Content-Length: 10, 10", "").isComplete)
    }

    @Test func `a Content-Length that is no number of bytes is refused`() {
        let cases: [String] = ["3, 4", "5abc", "+5", "0x5", "1 0", "", "5,", "99999999999999999999999"]
        for value in cases {
            #expect(throws: ResponseHead.Malformed.self, "\(value)") {
                try head("HTTP/1.1 200 OK", "Content-Length: \(value)", "")
            }
        }
    }

    @Test func `a head of many short lines is refused, interim ones counted`() {
        let reason = ResponseHead.Malformed(reason: "the head has too many lines")
        #expect(throws: reason) {
            try head(
                bytes: [Array("HTTP/1.1 200 OK\r\n".utf8)] + Array(repeating: Array("A: b\r\n".utf8), count: 4_000))
        }
        let interim = ["HTTP/1.1 100 Continue\r\n", "\r\n"].map { Array($0.utf8) }
        #expect(throws: reason) { try head(bytes: Array(repeating: interim, count: 2_001).flatMap(\.self)) }
        #expect(throws: Never.self) {
            let few = Array(repeating: interim, count: 1_000).flatMap(\.self)
            _ = try head(bytes: few + ["HTTP/1.1 200 OK\r\n", "\r\n"].map { Array($0.utf8) })
        }
    }

    @Test func `a head without end is refused before it fills the memory`() {
        let line = Array("X-A: \(String(repeating: "a", count: 1_000))\r\n".utf8)
        #expect(throws: ResponseHead.Malformed(reason: "the head is larger than 256 KB")) {
            try head(bytes: [Array("HTTP/1.1 200 OK\r\n".utf8)] + Array(repeating: line, count: 300))
        }
    }
}
