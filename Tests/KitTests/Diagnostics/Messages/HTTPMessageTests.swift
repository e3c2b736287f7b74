import ResourcefulDiagnostics
import ResourcefulTesting
import Testing

struct HTTPMessageTests {
    private func lines(_ text: String) -> [String] { text.components("\r\n") }

    @Test func `a request is shown as it is sent`() throws {
        let request = Request(
            url: URL(string: "https://example.org:443/episodes?sort=date#top")!, method: .post,
            headerFields: ["Accept": "*/*", "X": "1", "x": "2"], body: .json(["title": "é"]))
        #expect(
            lines(try request.httpMessage) == [
                "POST /episodes?sort=date HTTP/1.1", "Host: example.org", "Accept: */*", "X: 1", "x: 2",
                "Content-Type: application/json", "Content-Length: 14", "", #"{"title":"é"}"#,
            ])
    }

    @Test(arguments: [
        ("http://example.org", "GET / HTTP/1.1", "Host: example.org"),
        ("http://example.org:8080?q", "GET /?q HTTP/1.1", "Host: example.org:8080"),
        ("https://[::1]:80/a/../b", "GET /b HTTP/1.1", "Host: [::1]:80"),
        ("http://b/a/%2E%2E/c", "GET /a/%2E%2E/c HTTP/1.1", "Host: b"),
    ])
    func `target and host follow from the URL`(url: String, line: String, host: String) throws {
        #expect(lines(try Request(url: URL(string: url)!).httpMessage) == [line, host, "", ""])
    }

    @Test func `a relative URL needs a base, and a custom Host stays`() throws {
        let request = Request(url: URL(string: "a")!, method: .put, headerFields: ["Host": "b.example"])
        let message = try request.httpMessage(relativeTo: URL(string: "http://example.org/x/")!)
        #expect(lines(message) == ["PUT /x/a HTTP/1.1", "Host: b.example", "Content-Length: 0", "", ""])
        let error = #expect(throws: LoadError.self) { try request.httpMessage }
        #expect(error?.stage == .request)
    }

    @Test func `secrets are replaced unless they are wanted`() throws {
        var password = Body.Part.text("s3cret-1", name: "password")
        password.headerFields["X-Api-Key"] = "s3cret-2"
        let bodies: [Body] = [
            .multipart([password]), .form(["token": "s3cret-3"]), .json(["client_secret": "s3cret-4"]),
        ]
        for body in bodies {
            let request = Request(
                url: URL(string: "https://example.org/?api_key=s3cret-5")!, method: .post,
                headerFields: ["Authorization": "Bearer s3cret-6"], body: body)
            #expect(!(try request.httpMessage).contains("s3cret"))
            #expect(!(try request.curlCommand).contains("s3cret"))
            let revealed = try request.httpMessage(revealingSecrets: true)
            let command = try request.curlCommand(revealingSecrets: true)
            for text in [revealed, command] {
                #expect(text.contains("s3cret-5") && text.contains("s3cret-6"))
            }
            let content = try String(decoding: body.encoded(), as: UTF8.self)
            #expect(revealed.hasSuffix(content) && content.contains("s3cret"))
        }
    }

    @Test func `what can't be sent can't be shown, and says why`() {
        let bodies: [(Request.Method, Body)] = [
            (.get, .data(Data())), (.trace, .data(Data())), (.put, .file(URL(filePath: "/nowhere/at/all.bin"))),
            (.post, .json(Double.nan)),
            (.post, .multipart([.file(URL(filePath: "/nowhere/at/all.bin"), name: "a")])),
        ]
        for (method, body) in bodies {
            let request = Request(url: Sample.url, method: method, body: body)
            let first = #expect(throws: LoadError.self) { try request.httpMessage }
            let second = #expect(throws: LoadError.self) { try request.curlCommand }
            #expect(first?.stage == .request && second?.stage == .request)
            let isFile = "\(body)".contains("all.bin") || "\(body)".contains("parts")
            #expect(!isFile || first?.description.contains("/nowhere/at/all.bin") == true, "\(first.debugDescription)")
        }
    }

    @Test func `equal requests are shown alike`() throws {
        var random = SplitMix64(seed: 5)
        for _ in 0..<200 {
            let text = random.arbitraryText()
            let make = { () -> Request in
                Request(
                    url: Sample.url, method: .post, headerFields: ["Accept": "text/html"],
                    body: .multipart([.text(text, name: text)]))
            }
            #expect(make() == make() && make().hashValue == make().hashValue)
            #expect(try make().httpMessage == make().httpMessage)
            #expect(try make().curlCommand == make().curlCommand)
        }
    }
}

extension String {
    /// The pieces between the occurrences of a separator.
    fileprivate func components(_ separator: String) -> [String] {
        utf8.split(separator: Array(separator.utf8), omittingEmptySubsequences: false).map { String(Substring($0)) }
    }
}
