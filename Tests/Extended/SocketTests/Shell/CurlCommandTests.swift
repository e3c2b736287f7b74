import ResourcefulDiagnostics
import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The command is run by a real shell and a real curl, and the server says what came.
@Suite(.permit, .blocking, .enabled(if: Shell.has("curl"), "there is no curl here")) struct CurlCommandTests {
    static let naughty = [
        "", "'", "''", "'; touch /tmp/resourceful-was-here; '", "\"", "\\", "\\'", "\n", "\n\n", "a\n", "\r\n", "\t",
        "$(touch /tmp/resourceful-was-here)", "`id`", "$HOME", "@/etc/passwd", "-X", "--", "-", "%s%n%d%%", "\\n\\0\\c",
        "!!", "#", "&", ";", "|", "*", "~", "\0", "a\0b", "\u{1B}[31m", "\u{7F}", "\u{202E}abc", "שלום", "👩‍👩‍👧",
        "e\u{301}",
        "'\u{301}", "\u{9B}31m", "\u{2028}", "\u{FEFF}", "{a,b}", "[1-3]", "<in", ">out", "%00", "../../x",
    ]

    private func received(_ request: Request) throws -> Request? {
        let server = try LoopbackServer { _ in Response() }
        defer { server.stop() }
        let command = try request.curlCommand(relativeTo: server.baseURL, revealingSecrets: true)
        let status = try Shell.run("\(command) --silent --output /dev/null --noproxy '*'")
        #expect(status == 0, "\(command)")
        #expect(server.requests.count == 1)
        let sent = try Sample.sent(request, baseURL: server.baseURL)
        let came = server.requests.first
        #expect(came?.method == request.method)
        #expect(came?.url == sent.url)
        for field in sent.headerFields where field.name != "Content-Type" {
            #expect(came?.headerFields.contains(field) == true, "\(command)")
        }
        #expect(
            came?.headerFields["Content-Type"]
                == sent.headerFields["Content-Type"]?.replacing(Self.drawn, with: Self.standing))
        #expect(came?.headerFields.contains("Expect") == false)
        return came
    }

    /// What a run draws, and what stands in its place in a command.
    private static var drawn: Regex<Substring> { /boundary=resourceful-[0-9a-f]{32}/ }
    private static let standing = "boundary=resourceful-boundary"

    @Test(arguments: naughty) func `a body, a field and a query never leave their places`(text: String) throws {
        var request = Request(url: path(text), method: "'!$`", headerFields: [:], body: .data(Data(text.utf8)))
        if let field = try? HeaderFields.Field("X-Naughty", text) { request.headerFields.append(field) }
        let came = try #require(try received(request))
        #expect(came.body?.data ?? Data() == Data(text.utf8))
        #expect(!FileManager.default.fileExists(atPath: "/tmp/resourceful-was-here"))
    }

    @Test func `a form is the same form`() throws {
        let form = Body.form(Self.naughty.map { ($0, $0) })
        let came = try #require(try received(Request(url: path(), method: .post, body: form)))
        #expect(came.body?.data == form.data)
        #expect(!FileManager.default.fileExists(atPath: "/tmp/resourceful-was-here"))
    }

    @Test func `arbitrary bytes come as they are, in any number`() throws {
        var random = SplitMix64(seed: 21)
        // Also more than a system lets an argument be.
        for count in [1, 2, 100, 70_000, 140_000] {
            let bytes = Data((0..<count).map { _ in UInt8.random(in: 0...255, using: &random) })
            #expect(try received(Request(url: path(), method: .put, body: .data(bytes)))?.body?.data == bytes)
        }
        let text = Data(String(repeating: "It's 100 %\n", count: 13_000).utf8)
        #expect(try received(Request(url: path(), method: .put, body: .data(text)))?.body?.data == text)
    }

    @Test func `files and parts come as they are`() throws {
        let folder = Shell.temporaryFile()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "it's a $(file) \u{1B} \u{202E}.bin")
        let content = Data((0...255).map { UInt8($0) })
        try content.write(to: file)
        #expect(try received(Request(url: path(), method: .put, body: .file(file)))?.body?.data == content)
        let parts: [Body.Part] = Self.naughty.map { .text($0, name: $0) } + [.file(file, name: "file")]
        let body = Body.multipart(parts, boundary: "it's a boundary")
        let came = try received(Request(url: path(), method: .post, body: body))
        #expect(came?.body?.data == (try body.encoded()))
        let drawn = Body.multipart([.text("a", name: "b")])
        #expect(try received(Request(url: path(), method: .post, body: drawn))?.body?.data == (try drawn.encoded()))
    }

    @Test(arguments: [.get, .post, .put, .delete, .options, "get", "PROPFIND"] as [Request.Method])
    func `without a body there is none`(method: Request.Method) throws {
        let came = try received(Request(url: path(), method: method, timeout: .milliseconds(2_500)))
        let expectsBody = [.post, .put].contains(method)
        #expect(came?.body == nil)
        #expect(came?.headerFields["Content-Length"] == (expectsBody ? "0" : nil))
    }

    @Test func `HEAD, and what is compressed`() throws {
        #expect(try received(Request(url: path(), method: .head))?.method == .head)
        guard Shell.has("gzip") else { return }
        let text = Data("It's me, 'again'".utf8)
        let came = try received(Request(url: path(), method: .put, body: .data(text).gzipped()))
        #expect(came?.headerFields["Content-Encoding"] == "gzip")
        let bytes = try #require(came?.body?.data)
        #expect(try Inflate.gunzipped(bytes) == text)
    }

    private func path(_ text: String = "") -> URL {
        var components = URLComponents()
        components.path = "a/../b'c/d"
        components.queryItems = [URLQueryItem(name: "q", value: text.replacing("\0", with: ""))]
        return components.url ?? Sample.url
    }
}
