import Foundation
import ResourcefulTesting
import Testing

/// Contents of many kinds, from httpbin.
@Suite(.permit, .needsServers) struct HttpbinContentTests {
    @Test(arguments: Subject.overSockets, [("gzip", "gzipped"), ("deflate", "deflated"), ("brotli", "brotli")])
    func `a coding is undone, and the content is JSON`(
        subject: Subject, coding: (path: String, key: String)
    ) async throws {
        let response = try await subject.load(Servers.httpbin + coding.path)
        #expect(response.headerFields["Content-Encoding"] == (coding.path == "brotli" ? "br" : coding.path))
        let json = try JSON(parsing: response.body)
        #expect(try json[coding.key].bool)
        #expect(try json.method.string == "GET")
    }

    @Test(arguments: Subject.overSockets) func `text in many scripts comes as it is`(subject: Subject) async throws {
        let response = try await subject.load(Servers.httpbin + "encoding/utf8")
        let text = try #require(String(data: response.body, encoding: .utf8))
        for part in ["∮ E⋅da = Q", "Οὐχὶ ταὐτὰ παρίσταταί μοι", "გთხოვთ", "Зарегистрируйтесь", "๏ แผ่นดิน", "ሰማይ አይታረስ"] {
            #expect(text.contains(part))
        }
    }

    // Not /bytes: gunicorn refuses what httpbin gives it, and cuts the body short.
    @Test(arguments: Subject.overSockets) func `bytes come as many as they are`(subject: Subject) async throws {
        for count in [0, 1, 1_000, 100_000] {
            let chunked = try await subject.load(Servers.httpbin + "stream-bytes/\(count)?chunk_size=777")
            #expect(chunked.body.count == count)
        }
    }

    @Test(arguments: Subject.overSockets) func `lines that are streamed come in their order`(
        subject: Subject
    ) async throws {
        let response = try await subject.load(Servers.httpbin + "stream/50")
        #expect(response.headerFields["Transfer-Encoding"] == "chunked")
        let lines = response.body.split(separator: UInt8(ascii: "\n"))
        #expect(try lines.map { try JSON(parsing: $0).id.int } == Array(0..<50))
    }

    @Test(arguments: Subject.overSockets) func `a range is a part`(subject: Subject) async throws {
        let alphabet = Data("abcdefghijklmnopqrstuvwxyz".utf8)
        let url = Servers.httpbin + "range/26"
        #expect(try await subject.load(url).body == alphabet)
        let part = try await subject.load(url, headerFields: ["Range": "bytes=3-8"])
        #expect(part.status == 206 && part.body == alphabet[3...8])
        #expect(part.headerFields["Content-Range"] == "bytes 3-8/26")
        #expect(try await subject.load(url, headerFields: ["Range": "bytes=30-"]).status == 416)
    }

    @Test(arguments: Subject.overSockets) func `an image is its bytes`(subject: Subject) async throws {
        let response = try await subject.load(Servers.httpbin + "image/png")
        #expect(response.headerFields["Content-Type"] == "image/png")
        #expect(response.headerFields["Content-Length"] == "\(response.body.count)")
        #expect(response.body.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
        #expect(response.body.suffix(8) == Data([0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]))
    }

    @Test(arguments: Subject.overSockets) func `a page leads to the next one, in a plan`(
        subject: Subject
    ) async throws {
        let first = echo(Servers.httpbin + "links/3").map { response in
            let page = String(decoding: response.body, as: UTF8.self)
            return try #require(page.split(separator: "'").first { $0.hasPrefix("/links/") }).dropFirst()
        }
        let plan = first.flatMap { link in echo(Servers.httpbin + link) }
        let next = try await Webservice(transport: subject.shared()).load(plan)
        #expect(next.url?.path == "/links/3/1")
        #expect(String(decoding: next.body, as: UTF8.self).contains("<a href='/links/3/0'>"))
    }
}
