import Foundation
import ResourcefulTesting
import TestSupport
import Testing

/// Archives with halves of characters, and with bytes that are written as characters.
struct BrokenArchiveTests {
    private static func recording(_ entry: String) throws -> Recording {
        try Recording(parsing: Data(#"{"log":{"entries":[\#(entry)]}}"#.utf8))
    }

    private static func entry(_ response: String, request: String = "") -> String {
        #"{"request":{"method":"POST","url":"https://example.org/"\#(request)},"response":{"status":200,\#(response)}}"#
    }

    @Test func `half a character is replaced, wherever it stands, and the rest is read`() {
        let cases: [(String, String)] = [
            (#"a\udcefb"#, "a\u{FFFD}b"), (#"\udcef"#, "\u{FFFD}"), (#"\uD83D"#, "\u{FFFD}"),
            (#"\ud83d\ud83d"#, "\u{FFFD}\u{FFFD}"), (#"\ud83dx\ude00"#, "\u{FFFD}x\u{FFFD}"),
            (#"\udcc3\udcbc"#, "\u{FFFD}\u{FFFD}"), (#"\udc00 \ud83d\ude00"#, "\u{FFFD} \u{1F600}"),
            (#"\ud83d\\ude00"#, "\u{FFFD}\\ude00"), (#"\\\udcef"#, "\\\u{FFFD}"),
            (#"\\udcef \udcef"#, "\\udcef \u{FFFD}"), (#"\"\udcef\""#, "\"\u{FFFD}\""),
        ]
        checkEach(cases) { text, meant in
            let fields = #""headers":[{"name":"X-A","value":"\#(text)"},{"name":"X-B","value":"kept"}]"#
            let recording = try Self.recording(
                Self.entry(#"\#(fields),"statusText":"\#(text)","\#(text)":1,"content":{"text":"\#(text)!"}"#))
            let response = try #require(recording.exchanges.first?.response, "\(text)")
            #expect(response.headerFields["X-A"] == meant && response.headerFields["X-B"] == "kept", "\(text)")
            #expect(String(decoding: response.body, as: UTF8.self) == meant + "!", "\(text)")
            // In a request, too.
            let posted = try Self.recording(
                Self.entry(fields, request: #","postData":{"mimeType":"text/plain","text":"\#(text)!"},\#(fields)"#))
            let request = try #require(posted.exchanges.first?.request, "\(text)")
            #expect(request.headerFields["X-A"] == meant && request.body?.data == Data("\(meant)!".utf8), "\(text)")
        }
    }

    @Test func `a URL with half a character is read, and bytes that are no UTF-8 are replaced`() throws {
        let text = Self.entry(#""content":{"text":"é"}"#).replacing("example.org/", with: #"example.org/a\udcef"#)
        let url = try #require(try Self.recording(text).exchanges.first?.request.url)
        #expect(url.path(percentEncoded: true) == "/a%EF%BF%BD")
        let latin = Data(
            #"{"log":{"entries":[\#(Self.entry(#""content":{"text":"caf~"}"#))]}}"#.utf8.map {
                $0 == UInt8(ascii: "~") ? 0xE9 : $0
            })
        #expect(try Recording(parsing: latin).exchanges.first?.response?.body == Data("caf\u{FFFD}".utf8))
        #expect(throws: ParseFailure.self) { try Recording(parsing: Data(#"{"log":{"entries":["\udcef]}}"#.utf8)) }
        #expect(throws: ParseFailure.self) { try Recording(parsing: Data(#"{"log":{"entries":["\ud8"#.utf8)) }
    }

    @Test func `a character for each byte is that byte, if the size says so`() {
        let cases: [(String, [UInt8])] = [
            (#"{"size":3,"text":"a\u0080\u00ff"}"#, [0x61, 0x80, 0xFF]),
            (#"{"size":3,"text":"a\u0080\u00ff","mimeType":"image/png"}"#, [0x61, 0x80, 0xFF]),
            (#"{"size":5,"text":"a\u0080\u00ff"}"#, [0x61, 0xC2, 0x80, 0xC3, 0xBF]),
            (#"{"size":-1,"text":"a\u0080\u00ff"}"#, [0x61, 0xC2, 0x80, 0xC3, 0xBF]),
            (#"{"text":"\u0080"}"#, [0xC2, 0x80]),
            // A proxy's size is the coded one: 60 bytes less were sent than received.
            (#"{"size":63,"compression":-60,"text":"a\u0080\u00ff"}"#, [0x61, 0x80, 0xFF]),
            (#"{"size":65,"compression":-60,"text":"a\u0080\u00ff"}"#, [0x61, 0xC2, 0x80, 0xC3, 0xBF]),
            (#"{"size":3,"text":"a\u0080\u0100"}"#, [0x61, 0xC2, 0x80, 0xC4, 0x80]),
            (#"{"size":2,"text":"ab"}"#, [0x61, 0x62]),
            (#"{"size":4,"text":"caf\u00e9","mimeType":"text/plain"}"#, [0x63, 0x61, 0x66, 0xE9]),
            // JSON is UTF-8: these count characters, or wrote each byte of UTF-8 as one.
            (#"{"size":3,"text":"\"\u00e9\"","mimeType":"application/json"}"#, [0x22, 0xC3, 0xA9, 0x22]),
            (#"{"size":4,"text":"\"\u00c3\u00a9\"","mimeType":"application/json"}"#, [0x22, 0xC3, 0xA9, 0x22]),
            (#"{"size":1,"text":"\u00e9","mimeType":"text/html; charset=UTF-8"}"#, [0xC3, 0xA9]),
        ]
        checkEach(cases) { content, bytes in
            let response = try #require(
                try Self.recording(Self.entry(#""content":\#(content)"#)).exchanges.first?.response, "\(content)")
            #expect(Array(response.body) == bytes, "\(content)")
            // In a request the size is elsewhere.
            let size = try JSON(parsing: Data(content.utf8))
            let count = (try? size.size.int + (size.compression.exists ? size.compression.int : 0)) ?? -1
            let posted = try Self.recording(
                Self.entry(#""content":{}"#, request: #","postData":\#(content),"bodySize":\#(count)"#))
            #expect(posted.exchanges.first?.request.body?.data.map(Array.init) == bytes, "\(content)")
        }
    }
}
