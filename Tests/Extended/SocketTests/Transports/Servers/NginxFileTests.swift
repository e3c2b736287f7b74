import Foundation
import ResourcefulTesting
import Testing

/// Files, whole and in part, from nginx.
@Suite(.permit, .needsServers, .knownDifferences) struct NginxFileTests {
    private static let hello = Data("Hello from nginx.\n".utf8)

    @Test(arguments: Subject.overSockets) func `a file comes over IPv4 and IPv6`(subject: Subject) async throws {
        for url in [Servers.plain, Servers.plainByName] {
            let response = try await subject.load(url + "hello.txt")
            #expect(response.status == 200 && response.body == Self.hello)
            #expect(response.headerFields["Content-Type"] == "text/plain")
        }
        try await subject.check(.addressesOfIPv6) {
            let response = try await subject.load(Servers.plainOverIPv6 + "hello.txt")
            #expect(response.body == Self.hello)
        }
    }

    @Test(arguments: Subject.overSockets) func `gzip is undone, and nothing is where there was none`(
        subject: Subject
    ) async throws {
        let numbers = try Servers.content("www/numbers.txt")
        let coded = try await subject.load(Servers.plain + "numbers.txt")
        #expect(coded.body == numbers && coded.headerFields["Content-Encoding"] == "gzip")
        let plain = try await subject.load(Servers.plain + "plain/numbers.txt")
        #expect(plain.body == numbers && !plain.headerFields.contains("Content-Encoding"))
        let asked = try await subject.load(
            Servers.plain + "numbers.txt", headerFields: ["Accept-Encoding": "identity"])
        #expect(asked.body == numbers && !asked.headerFields.contains("Content-Encoding"))
    }

    @Test(arguments: Subject.overSockets) func `a range is a part of the file`(subject: Subject) async throws {
        let numbers = try Servers.content("www/numbers.txt")
        let ranges = [
            "bytes=10-19": numbers[10..<20], "bytes=-5": numbers.suffix(5), "bytes=100000-": numbers[100_000...],
            "bytes=0-0": numbers.prefix(1),
        ]
        for (range, part) in ranges {
            let response = try await subject.load(Servers.plain + "numbers.txt", headerFields: ["Range": range])
            #expect(response.status == 206 && response.body == part, "\(range)")
            let place = "bytes \(part.startIndex)-\(part.endIndex - 1)/\(numbers.count)"
            #expect(response.headerFields["Content-Range"] == place)
        }
    }

    @Test(arguments: Subject.overSockets) func `a range that is not there is a 416, which says how much there is`(
        subject: Subject
    ) async throws {
        let response = try await subject.load(
            Servers.plain + "numbers.txt", headerFields: ["Range": "bytes=900000-900010"])
        #expect(response.status == 416)
        #expect(response.headerFields["Content-Range"] == "bytes */\(try Servers.content("www/numbers.txt").count)")
    }

    @Test(arguments: Subject.overSockets) func `several ranges come through as the one body that they are`(
        subject: Subject
    ) async throws {
        let response = try await subject.load(
            Servers.plain + "numbers.txt", headerFields: ["Range": "bytes=0-3,10-13"])
        #expect(response.status == 206)
        let type = try #require(response.headerFields["Content-Type"])
        let boundary = try #require(type.split(separator: "boundary=").last)
        #expect(type.hasPrefix("multipart/byteranges"))
        let parts = String(decoding: response.body, as: UTF8.self).components(separatedBy: "--\(boundary)")
        #expect(parts.count == 4)
        #expect(parts[1].hasSuffix("\r\n\r\n1\n2\n\r\n") && parts[2].hasSuffix("\r\n\r\n6\n7\n\r\n"))
        #expect(parts[1].contains("bytes 0-3/") && parts[2].contains("bytes 10-13/"))
    }

    @Test(arguments: Subject.overSockets) func `a condition that holds is answered without a body`(
        subject: Subject
    ) async throws {
        let url = Servers.plain + "hello.txt"
        let fields = try await subject.load(url).headerFields
        let (tag, date) = (try #require(fields["ETag"]), try #require(fields["Last-Modified"]))
        for condition: HeaderFields in [["If-None-Match": tag], ["If-Modified-Since": date], ["If-None-Match": "*"]] {
            let response = try await subject.load(url, headerFields: condition)
            #expect(response.status == 304 && response.body.isEmpty, "\(condition)")
        }
        let ago = "Sun, 06 Nov 1994 08:49:37 GMT"
        for condition: HeaderFields in [["If-None-Match": "\"another\""], ["If-Modified-Since": ago]] {
            let response = try await subject.load(url, headerFields: condition)
            #expect(response.status == 200 && response.body == Self.hello, "\(condition)")
        }
        #expect(try await subject.load(url, headerFields: ["If-Match": "\"another\""]).status == 412)
    }

    @Test(arguments: Subject.overSockets) func `a 304 leaves its connection in order`(subject: Subject) async throws {
        let url = Servers.plain + "hello.txt"
        for number in 0..<20 {
            let condition: HeaderFields = number.isMultiple(of: 2) ? ["If-None-Match": "*"] : [:]
            let response = try await subject.load(url, headerFields: condition)
            #expect(response.body == (number.isMultiple(of: 2) ? Data() : Self.hello))
        }
    }

    @Test(arguments: Subject.overSockets) func `an error's page is the body of its response`(
        subject: Subject
    ) async throws {
        let missing = try await subject.load(Servers.plain + "missing")
        #expect(missing.status == 404 && String(decoding: missing.body, as: UTF8.self).contains("404 Not Found"))
        let refused = try await subject.load(Servers.plain + "hello.txt", method: .post, body: .form(["a": "b"]))
        #expect(refused.status == 405 && String(decoding: refused.body, as: UTF8.self).contains("405 Not Allowed"))
    }
}
