import Foundation
import Testing

/// An answer that no good server gives, what is made of it here, and who else reads it.
struct OddAnswer: CustomTestStringConvertible, Sendable {
    enum Form {
        /// All of its bytes, by their numbers; after a head or some fields, a body of five bytes; after a status line.
        case raw(String), head(String), fields(String), rest(String)
        /// A body in chunks, a body in a coding, and a redirect.
        case chunks(String), coded(String, String), location(String)
    }

    enum Outcome {
        /// The body, or the path and the query that a redirect leads to.
        case read(String)
        /// What the message says.
        case refused(String)
    }

    let testDescription: String
    let form: Form
    let outcome: Outcome
    /// Who else reads it: curl 7.88, a browser (Chromium), requests 2.34 or httpx 0.28.
    let readers: String

    init(_ name: String, _ form: Form, _ outcome: Outcome, _ readers: String) {
        (testDescription, self.form, self.outcome, self.readers) = (name, form, outcome, readers)
    }

    /// The bytes, with the port of the server in URLs.
    func bytes(port: Int) -> Data {
        let (ok, whole) = ("HTTP/1.1 200 OK\r\n", "Content-Length: 5\r\n\r\nhello")
        switch form {
        case .raw(let text): return Self.bytes(text)
        case .head(let text): return Self.bytes(text + whole)
        case .fields(let text): return Self.bytes(ok + text + whole)
        case .rest(let text): return Self.bytes(ok + text)
        case .chunks(let text): return Self.bytes(ok + "Transfer-Encoding: chunked\r\n\r\n" + text)
        case .coded(let coding, let base64):
            let body = Data(base64Encoded: base64) ?? Data()
            return Self.bytes(ok + "Content-Encoding: \(coding)\r\nContent-Length: \(body.count)\r\n\r\n") + body
        case .location(let text):
            let target = text.replacing("PORT", with: "\(port)")
            return Self.bytes("HTTP/1.1 302 Found\r\nContent-Length: 0\r\nLocation: \(target)\r\n\r\n")
        }
    }

    private static func bytes(_ text: String) -> Data { Data(text.unicodeScalars.map { UInt8($0.value) }) }

    static let all = [
        OddAnswer("head: no reason", .head("HTTP/1.1 200\r\n"), .read("hello"), "cbrh"),
        OddAnswer("head: empty reason", .head("HTTP/1.1 200 \r\n"), .read("hello"), "cbrh"),
        OddAnswer("head: HTTP/1.0", .head("HTTP/1.0 200 OK\r\n"), .read("hello"), "cbrh"),
        OddAnswer(
            "head: http/1.1 in lower case", .head("http/1.1 200 OK\r\n"), .refused("there is no status line"), "cb--"),
        OddAnswer(
            "head: a tab after the version", .head("HTTP/1.1\t200 OK\r\n"), .refused("a well-formed HTTP response"),
            "-br-"),
        OddAnswer("head: HTTP/1.2", .head("HTTP/1.2 200 OK\r\n"), .refused("a well-formed HTTP response"), "-brh"),
        OddAnswer("head: ICY", .head("ICY 200 OK\r\n"), .refused("a well-formed HTTP response"), "-b--"),
        OddAnswer(
            "head: an empty line before it", .head("\r\nHTTP/1.1 200 OK\r\n"), .refused("a well-formed HTTP response"),
            "-b--"),
        OddAnswer(
            "head: another line before it", .head("junk\r\nHTTP/1.1 200 OK\r\n"),
            .refused("a well-formed HTTP response"), "----"),
        OddAnswer(
            "head: line feeds alone", .raw("HTTP/1.1 200 OK\nContent-Length: 5\n\nhello"), .read("hello"), "cbrh"),
        OddAnswer(
            "head: a status of two digits", .head("HTTP/1.1 20 OK\r\n"), .refused("a well-formed HTTP response"), "-b--"
        ),
        OddAnswer(
            "head: a status of four digits", .head("HTTP/1.1 2000 OK\r\n"), .refused("a well-formed HTTP response"),
            "-b--"),
        OddAnswer("head: status 999", .head("HTTP/1.1 999 Odd\r\n"), .read("hello"), "cbrh"),
        OddAnswer("field: no space after the colon", .fields("X-A:b\r\n"), .read("hello"), "cbrh"),
        OddAnswer(
            "field: a space before the colon", .fields("X-A : b\r\n"), .refused("name isn't a token"), "cbr-"),
        OddAnswer(
            "field: a space in the name", .fields("X A: b\r\n"), .refused("name isn't a token"), "cbr-"),
        OddAnswer(
            "field: a parenthesis in the name", .fields("X(A): b\r\n"), .refused("name isn't a token"), "cbr-"
        ),
        OddAnswer("field: no colon", .fields("no colon\r\n"), .refused("a well-formed HTTP response"), "-br-"),
        OddAnswer("field: no name", .fields(": b\r\n"), .refused("a field line has no name"), "cbr-"),
        OddAnswer("field: a folded value", .fields("X-A: b\r\n c\r\n"), .read("hello"), "cbrh"),
        OddAnswer(
            "field: the first line is folded", .fields(" X-A: b\r\n"), .refused("a well-formed HTTP response"), "-br-"),
        OddAnswer("field: ISO 8859-1", .fields("X-A: caf\u{E9}\r\n"), .read("hello"), "cbrh"),
        OddAnswer("field: UTF-8", .fields("X-A: caf\u{C3}\u{A9}\r\n"), .read("hello"), "cbrh"),
        OddAnswer("field: a control character", .fields("X-A: a\u{1}b\r\n"), .read("hello"), "cbrh"),
        OddAnswer("field: NUL", .fields("X-A: a\0b\r\n"), .refused("a well-formed HTTP response"), "--r-"),
        OddAnswer(
            "field: CR alone", .fields("X-A: a\rb\r\n"), .refused("the value of the field X-A contains CR"), "cbr-"),
        OddAnswer("length: twice the same", .fields("Content-Length: 5\r\n"), .read("hello"), "cbrh"),
        OddAnswer("length: a list of the same", .rest("Content-Length: 5, 5\r\n\r\nhello"), .read("hello"), "cbrh"),
        OddAnswer(
            "length: two that differ", .rest("Content-Length: 5\r\nContent-Length: 3\r\n\r\nhello"),
            .refused("several different Content-Length fields"), "c---"),
        OddAnswer(
            "length: a sign", .rest("Content-Length: +5\r\n\r\nhello"), .refused("a well-formed HTTP response"),
            "cbr-"),
        OddAnswer("length: leading zeros", .rest("Content-Length: 005\r\n\r\nhello"), .read("hello"), "cbrh"),
        OddAnswer(
            "length: hexadecimal", .rest("Content-Length: 0x5\r\n\r\nhello"), .refused("a number of bytes"), "cbr-"),
        OddAnswer(
            "length: negative", .rest("Content-Length: -5\r\n\r\nhello"), .refused("a well-formed HTTP response"),
            "-br-"),
        OddAnswer(
            "length: empty", .rest("Content-Length:\r\n\r\nhello"), .refused("a well-formed HTTP response"), "-br-"),
        OddAnswer(
            "length: a word behind it", .rest("Content-Length: 5 bytes\r\n\r\nhello"),
            .refused("a number of bytes"), "cbr-"),
        OddAnswer(
            "length: more than there is", .rest("Content-Length: 9\r\n\r\nhello"), .refused("the connection ended"),
            "----"),
        OddAnswer("length: less than there is", .rest("Content-Length: 3\r\n\r\nhello"), .read("hel"), "cbrh"),
        OddAnswer("length: none, until the end", .raw("HTTP/1.1 200 OK\r\n\r\nhello"), .read("hello"), "cbrh"),
        OddAnswer(
            "length: beside chunks",
            .rest("Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n5\r\nhello\r\n0\r\n\r\n"), .read("hello"),
            "cbrh"),
        OddAnswer(
            "chunks: in capitals", .rest("Transfer-Encoding: Chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n"), .read("hello"),
            "cbrh"),
        OddAnswer(
            "chunks: twice",
            .rest("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n"),
            .read("hello"), "cbr-"),
        OddAnswer(
            "chunks: identity", .fields("Transfer-Encoding: identity\r\n"),
            .refused("the Transfer-Encoding is not chunked"), "cbr-"),
        OddAnswer(
            "chunks: identity, until the end", .rest("Transfer-Encoding: identity\r\n\r\nhello"),
            .refused("the Transfer-Encoding is not chunked"), "cbr-"
        ),
        OddAnswer(
            "chunks: another coding", .rest("Transfer-Encoding: xchunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n"),
            .refused("a well-formed HTTP response"), "-br-"),
        OddAnswer("chunks: an extension", .chunks("5;a=\"b\"\r\nhello\r\n0\r\n\r\n"), .read("hello"), "cbrh"),
        OddAnswer("chunks: a space after the size", .chunks("5 \r\nhello\r\n0\r\n\r\n"), .read("hello"), "cbrh"),
        OddAnswer("chunks: leading zeros", .chunks("0005\r\nhello\r\n0\r\n\r\n"), .read("hello"), "cbrh"),
        OddAnswer(
            "chunks: 0x before the size", .chunks("0x5\r\nhello\r\n0\r\n\r\n"), .refused("a well-formed HTTP response"),
            "--r-"),
        OddAnswer(
            "chunks: a sign", .chunks("+5\r\nhello\r\n0\r\n\r\n"), .refused("a well-formed HTTP response"), "--r-"),
        OddAnswer("chunks: no last line", .chunks("5\r\nhello\r\n0\r\n"), .refused("the connection ended"), "--r-"),
        OddAnswer("chunks: no last chunk", .chunks("5\r\nhello\r\n"), .refused("the connection ended"), "----"),
        OddAnswer(
            "chunks: no line end after the data", .chunks("5\r\nhello0\r\n\r\n"),
            .refused("a well-formed HTTP response"), "----"),
        OddAnswer("chunks: a trailer", .chunks("5\r\nhello\r\n0\r\nX-T: 1\r\n\r\n"), .read("hello"), "cbrh"),
        OddAnswer(
            "coding: gzip, of length 0", .rest("Content-Encoding: gzip\r\nContent-Length: 0\r\n\r\n"), .read(""), "cbrh"
        ),
        OddAnswer(
            "coding: gzip, empty until the end", .rest("Content-Encoding: gzip\r\nConnection: close\r\n\r\n"),
            .read(""), "cbrh"),
        OddAnswer(
            "coding: gzip, no chunks", .rest("Transfer-Encoding: chunked\r\nContent-Encoding: gzip\r\n\r\n0\r\n\r\n"),
            .read(""), "cbrh"),
        OddAnswer(
            "coding: br, empty until the end", .rest("Content-Encoding: br\r\nConnection: close\r\n\r\n"), .read(""),
            "cbrh"),
        OddAnswer(
            "coding: gzip, cut short", .coded("gzip", "H4sIAAAAAAACA8tIzcnJBw=="),
            .refused("content coding (gzip) is incomplete"), "cbrh"),
        OddAnswer(
            "coding: gzip, without its checksum", .coded("gzip", "H4sIAAAAAAACA8tIzcnJBwA="),
            .refused("content coding (gzip) is incomplete"), "cbrh"),
        OddAnswer(
            "coding: gzip, a wrong checksum", .coded("gzip", "H4sIAAAAAAACA8tIzcnJBwAAAAAAAAAAAA=="),
            .refused("doesn't match its content coding (gzip)"), "-b--"),
        OddAnswer(
            "coding: gzip, bytes behind it", .coded("gzip", "H4sIAAAAAAACA8tIzcnJBwCGphA2BQAAAAAAAAA="), .read("hello"),
            "-brh"),
        OddAnswer(
            "coding: gzip, two members", .coded("gzip", "H4sIAAAAAAACA8tIBQCHZiXRAgAAAB+LCAAAAAAAAgPLyckHADSzyaoDAAAA"),
            .read("hello"), "-brh"),
        OddAnswer(
            "coding: gzip, but it isn't", .fields("Content-Encoding: gzip\r\n"),
            .refused("doesn't match its content coding (gzip)"), "----"),
        OddAnswer(
            "coding: gzip, twice named",
            .coded("gzip\r\nContent-Encoding: gzip", "H4sIAAAAAAACA8tIzcnJBwCGphA2BQAAAA=="),
            .refused("doesn't match its content coding (gzip, gzip)"), "----"),
        OddAnswer("coding: GZIP", .coded("GZIP", "H4sIAAAAAAACA8tIzcnJBwCGphA2BQAAAA=="), .read("hello"), "cbrh"),
        OddAnswer("coding: deflate without zlib", .coded("deflate", "y0jNyckHAA=="), .read("hello"), "cbrh"),
        OddAnswer(
            "coding: deflate, cut short", .coded("deflate", "eJzLSM3JyQcA"),
            .refused("content coding (deflate) is incomplete"), "cbrh"),
        OddAnswer("coding: identity", .fields("Content-Encoding: identity\r\n"), .read("hello"), "cbrh"),
        OddAnswer(
            "coding: gzip, identity", .coded("gzip, identity", "H4sIAAAAAAACA8tIzcnJBwCGphA2BQAAAA=="), .read("hello"),
            "cb-h"),
        OddAnswer("coding: none", .fields("Content-Encoding: none\r\n"), .read("hello"), "cbrh"),
        OddAnswer("coding: utf-8", .fields("Content-Encoding: utf-8\r\n"), .read("hello"), "-brh"),
        OddAnswer("coding: an unknown word", .fields("Content-Encoding: foo\r\n"), .read("hello"), "-brh"),
        OddAnswer(
            "coding: zstd, unasked", .fields("Content-Encoding: zstd\r\n"),
            .refused("a content coding that wasn't requested"), "--rh"),
        OddAnswer("answer: 204 with a body", .head("HTTP/1.1 204 No Content\r\n"), .read(""), "cbrh"),
        OddAnswer(
            "answer: 100 first", .head("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n"), .read("hello"), "cbrh"),
        OddAnswer(
            "answer: 103 first", .head("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\n"),
            .read("hello"), "cbrh"),
        OddAnswer(
            "answer: 101, unasked", .raw("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\nhello"),
            .refused("a protocol that wasn't requested"), "c-r-"),
        OddAnswer("answer: nothing", .raw(""), .refused("the connection ended"), "----"),
        OddAnswer(
            "answer: half a head", .raw("HTTP/1.1 200 OK\r\nX-A: b\r\n"), .refused("the connection ended"),
            "cbr-"),
        OddAnswer(
            "answer: bytes behind it",
            .rest("Content-Length: 5\r\n\r\nhelloHTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"), .read("hello"),
            "cbrh"),
        OddAnswer("redirect: a space", .location("/ok/a b"), .read("/ok/a%20b"), "cbrh"),
        OddAnswer("redirect: UTF-8", .location("/ok/\u{C3}\u{A9}"), .read("/ok/%C3%A9"), "cbrh"),
        OddAnswer("redirect: ISO 8859-1", .location("/ok/\u{E9}"), .read("/ok/%C3%A9"), "cb-h"),
        OddAnswer("redirect: a bar", .location("/ok/a|b"), .read("/ok/a%7Cb"), "cbrh"),
        OddAnswer("redirect: a broken escape", .location("/ok/%zz"), .read("/ok/%25zz"), "cbrh"),
        OddAnswer("redirect: dots", .location("/x/../ok/./a"), .read("/ok/a"), "cbrh"),
        OddAnswer("redirect: a fragment", .location("/ok/a#b"), .read("/ok/a"), "cbrh"),
        OddAnswer("redirect: http:/ok", .location("http:/ok/a"), .refused("redirect target"), "-br-"),
        OddAnswer("redirect: http:///ok", .location("http:///ok/a"), .refused("redirect target"), "--r-"),
        OddAnswer("redirect: HTTP in capitals", .location("HTTP://127.0.0.1:PORT/ok/a"), .read("/ok/a"), "cbrh"),
        OddAnswer("redirect: without a scheme", .location("//127.0.0.1:PORT/ok/a"), .read("/ok/a"), "cbrh"),
        OddAnswer("redirect: a user", .location("http://u@127.0.0.1:PORT/ok/a"), .refused("redirect target"), "c-rh"),
        OddAnswer("redirect: only a query", .location("?ok"), .read("/odd?ok"), "cbrh"),
        OddAnswer("redirect: a tab", .location("/ok/a\tb"), .read("/ok/a%09b"), "-br-"),
        OddAnswer("redirect: twice the same", .location("/ok/a\r\nLocation: /ok/a"), .read("/ok/a"), "cbrh"),
        OddAnswer(
            "redirect: two that differ", .location("/ok/a\r\nLocation: /ok/b"), .refused("redirect target"), "c-rh"),
        OddAnswer(
            "redirect: to another protocol", .location("ftp://127.0.0.1/ok"), .refused("redirect target"), "----"),
    ]
}
