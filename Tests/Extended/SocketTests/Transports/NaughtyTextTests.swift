import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Text from outside in a path, a query, a template and a field, as the server gets it.
@Suite(.permit) struct NaughtyTextTests {
    private static let texts = [
        "../../etc/passwd", "..%2f..", "%00", "\0", "a\r\nX-Evil: 1", "' OR \"1\"='1", "?a=b&c=d#e", "//evil.example",
        "a+b c",
        "\u{202E}\u{5D0}\u{5D1}", "👩‍👩‍👧", "e\u{301}", "\u{FEFF}", "<script>", "{x}", "\\..\\", "%25", "...", " ",
        "日本語",
    ]

    @Test(arguments: Subject.overSockets)
    func `text never leaves the place it was put in`(subject: Subject) async throws {
        let server = try LoopbackServer { _ in Response() }
        defer { server.stop() }
        let webservice = server.webservice(subject)
        for text in Self.texts {
            let appended = echo(server.baseURL.absoluteString + "a").path(text, "end").query("q", text)
            let template = Request(
                template: server.baseURL.absoluteString + "a{/text}/end{?q}", ["text": .init(text), "q": .init(text)])
            _ = try await webservice.load(appended)
            _ = try await webservice.load(Resource(template) { $0 })
            for request in server.requests.suffix(2) {
                #expect(request.url == appended.url && request.url == template.url)
                let segments = request.url.absoluteString.prefix { $0 != "?" }.split(separator: "/").dropFirst(2)
                #expect(segments.count == 3 && segments.last == "end")
                #expect(Query(of: request.url) == Query([("q", text)]))
                #expect(request.headerFields["X-Evil"] == nil)
            }
        }
        #expect(server.requests.count == 2 * Self.texts.count)
    }

    @Test(arguments: Subject.overSockets)
    func `what can't be described is never sent`(subject: Subject) async throws {
        let server = try LoopbackServer { _ in Response() }
        defer { server.stop() }
        let resource = echo(server.baseURL.absoluteString)
        let refused = [
            resource.path(".."), resource.query([1]), resource.header("X", "a\r\nX-Evil: 1"),
            Resource(Request(template: "{")) { $0 }, Resource(Request(template: "a{/b}", ["b": ".."])) { $0 },
        ]
        for resource in refused {
            let error = await #expect(throws: LoadError.self) { try await server.webservice(subject).load(resource) }
            #expect(error?.stage == .request)
        }
        #expect(server.requests.isEmpty)
    }
}
