import Foundation
import ResourcefulTesting
import Testing

/// Archives that are spoilt at random: whatever they hold, they are read or refused, and what is read can be used.
struct ArchiveFuzzTests {
    /// A generator that gives the same numbers in every run.
    private struct Numbers: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var number = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
            number = (number ^ (number >> 27)) &* 0x94D0_49BB_1331_11EB
            return number ^ (number >> 31)
        }
    }

    private static let whole = """
        {"log":{"entries":[{"startedDateTime":"2026-03-14T09:26:53Z","time":1,"request":{"method":"POST","url":\
        "http://a/b?c=d&e=f","headers":[{"name":"A","value":"b"}],"postData":{"mimeType":"multipart/form-data; \
        boundary=x","text":"--x\\r\\n\\r\\na\\r\\n--x--","params":[{"name":"a","value":"b"}]}},"response":{"status":\
        200,"headers":[{"name":"Set-Cookie","value":"a\\nb"}],"content":{"size":2,"text":"e30=","encoding":"base64",\
        "mimeType":"text/plain; charset=latin1"},"cookies":[{"name":"a","value":"b"}]}},{"request":{"method":"GET",\
        "url":"http://a/"},"response":{"status":0,"_error":"net::ERR_FAILED"}}]}}
        """
    private static let scraps = [
        "null", "-1", "1e999", "99999999999999999999", "\"\"", "\"\\ud800\"", "[]", "{}", "[[[[]]]]", "\"a\\u0000b\"",
        "\"\\r\\n\"", "true", "\"http://[::1\"", "\"http://a:99999999/\"", "\"%%%\"",
    ]

    @Test(arguments: 0..<2) func `nothing traps, and what is read can be replayed and written`(seed: UInt64) throws {
        var numbers = Numbers(state: seed)
        let whole = Array(Self.whole.utf8)
        let values = whole.indices.filter { whole[$0] == UInt8(ascii: ":") || whole[$0] == UInt8(ascii: "[") }
        var readable = 0
        for _ in 0..<40 {
            var bytes = whole
            if Bool.random(using: &numbers) {
                bytes[Int.random(in: 0..<bytes.count, using: &numbers)] = UInt8.random(in: 0...255, using: &numbers)
            } else if let place = values.randomElement(using: &numbers) {
                let end = bytes[(place + 1)...].firstIndex { ",]}".utf8.contains($0) } ?? bytes.endIndex
                bytes.replaceSubrange((place + 1)..<end, with: (Self.scraps.randomElement(using: &numbers) ?? "").utf8)
            }
            guard let recording = try? Recording(parsing: Data(bytes)) else { continue }
            readable += 1
            let replay = Replay(recording)
            for exchange in recording.exchanges { _ = try? replay.response(to: exchange.request) }
            #expect(replay.unused.isEmpty, "\(String(decoding: bytes, as: UTF8.self)): \(replay.mismatches)")
            let again = try Recording(parsing: recording.har)
            #expect(again.exchanges.count == recording.exchanges.count)
        }
        #expect(readable > 5)
    }
}
