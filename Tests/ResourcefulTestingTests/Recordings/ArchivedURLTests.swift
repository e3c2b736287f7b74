import Foundation
import ResourcefulTesting
import TestSupport
import Testing

/// The URLs of archives, as browsers write them: with brackets, braces and bars beside escapes.
struct ArchivedURLTests {
    static let texts = [
        ("http://h/a%2Fb?x[]=1%2F2", "http://h/a%2Fb?x%5B%5D=1%2F2"),
        ("http://h/a|b{c}%2F", "http://h/a%7Cb%7Bc%7D%2F"),
        ("http://h/?q={%22a%22:[1]}", "http://h/?q=%7B%22a%22:%5B1%5D%7D"), ("http://h/a%2Fb", "http://h/a%2Fb"),
    ]

    @Test func `an archived URL is the one that was sent`() {
        checkEach(Self.texts) { text, url in
            let har = #"""
                {"log":{"entries":[{"request":{"method":"GET","url":"\#(text)"},"response":{"status":204}}]}}
                """#
            let recording = try Recording(parsing: Data(har.utf8))
            #expect(recording.exchanges.map(\.request.url.absoluteString) == [url], "\(text)")
            let again = try Recording(parsing: recording.har)
            #expect(again.exchanges.map(\.request.url.absoluteString) == [url], "\(text)")
            var replay = DryRun(baseURL: nil) { request in
                request.url.absoluteString == url ? Response(status: 204) : Response(status: 404)
            }
            #expect(try replay.load(Plan.send(recording.exchanges[0].request)).status == 204, "\(text)")
        }
    }
}
