import Foundation
import ResourcefulDiagnostics
import ResourcefulTesting
import TestSupport
import Testing

/// Every name of a secret, in every spelling, in every text that holds it, wherever that is printed or written.
@Suite(.permit, .blocking) struct SecretCampaignTests {
    private static let encodings: [String.Encoding] = [
        .utf16, .utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian, .utf32BigEndian,
    ]

    private static func wide(_ text: String, _ encoding: String.Encoding) throws -> Data {
        try #require(text.data(using: encoding))
    }

    @Test(arguments: SecretTexts.names) func `content of every form is without it`(words: [String]) throws {
        for (spelling, name) in SecretTexts.someSpellings(words) {
            for (number, (text, type)) in SecretTexts.texts(name).enumerated() {
                let content = Redaction.standard.redacted(content: Data(text.utf8), of: type)
                #expect(!SecretTexts.shows(String(decoding: content, as: UTF8.self)), "\(name) in \(text)")
                #expect(Redaction.standard.redacted(content: content, of: type) == content, "\(text) done again")
                #expect(
                    !SecretTexts.shows(String(decoding: Redaction.standard.masked(Array(text.utf8)), as: UTF8.self)),
                    "\(text)")
                guard type.type != "multipart", !text.contains("%5B") else { continue }
                // Each text in each encoding, with some of the names.
                let one = Self.encodings[(spelling + number + words.count) % Self.encodings.count]
                for encoding in Effort.isFull ? Self.encodings : number % 3 == spelling % 3 ? [one] : [] {
                    let wide = try Self.wide(text, encoding)
                    let content = Redaction.standard.redacted(content: wide, of: type)
                    let isThere = SecretTexts.shows(String(decoding: content, as: UTF8.self))
                    #expect(!isThere, "\(text.debugDescription) in \(encoding)")
                    // A piece that begins inside a character.
                    let piece = try Self.wide(" \(text)", encoding).dropFirst()
                    let cut = Redaction.standard.masked(Array(piece))
                    let isInCut = SecretTexts.shows(String(decoding: cut, as: UTF8.self))
                    #expect(!isInCut, "\(text.debugDescription), cut, in \(encoding)")
                }
            }
        }
    }

    @Test(arguments: SecretTexts.names) func `it goes to no other origin, and is in no URL`(words: [String]) throws {
        for (_, name) in SecretTexts.someSpellings(words) {
            let field = try #require(HeaderFields.Name(name))
            for text in [
                "https://example.org/?\(name)=\(SecretTexts.secret)",
                "https://example.org/?a=b&user[\(name)]=\(SecretTexts.secret)#c",
                "https://example.org/#\(name)=\(SecretTexts.secret)",
                "https://example.org/?next=https%3A%2F%2Fa.org%2F%3F\(name)%3D\(SecretTexts.secret)",
                "https://ann:\(SecretTexts.secret.replacing("/", with: "%2F"))@example.org/",
            ] {
                let url = try #require(URL(string: text))
                #expect(!SecretTexts.shows(Redaction.standard.redacted(url)), "\(text)")
                #expect(!SecretTexts.shows("\(["Location": text] as HeaderFields)"))
            }
            var run = DryRun { request in
                request.url.host() == "a.org"
                    ? Response(status: 302, headerFields: ["Location": "https://b.org/"]) : Response()
            }
            let url = URL(string: "https://a.org/")!
            let resource = Resource(Request(url: url).header(field, SecretTexts.secret)) { (_: Response) in }
            try run.load(resource)
            #expect(run.requests.map { $0.headerFields.contains(field) } == [true, false], "\(name)")
        }
    }

    @Test(arguments: SecretTexts.names) func `nothing that is printed, told or recorded shows it`(words: [String])
        async throws
    {
        let folder = FileManager.default.temporaryDirectory.appending(path: "secrets-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        // Every spelling has been tried on content: here one is enough.
        for name in [SecretTexts.spellings(words)[words.count % 6]] {
            let field = try #require(HeaderFields.Name(name))
            let texts = SecretTexts.texts(name)
            // Each text with some of the names, and each name with some of the texts.
            let step = Effort.size(reduced: 20, usual: 12, full: 1)
            for number in stride(from: (words.count * 5 + name.utf8.count) % step, to: texts.count, by: step) {
                let (text, type) = texts[number]
                var request = Request(
                    url: try #require(URL(string: "https://example.org/\(number)?\(name)=\(SecretTexts.secret)")),
                    method: .post,
                    body: .data(Data(text.utf8), mediaType: type))
                request.headerFields[field] = SecretTexts.secret
                request.headerFields["X-Note"] = "\(name)=\(SecretTexts.secret)"
                try await Self.check(request, Response(status: 200, body: Data(text.utf8)), type, in: folder)
            }
        }
    }

    /// A server that repeats what it got, under no name at all, has not made it public.
    @Test(arguments: SecretTexts.names) func `what a server repeats of it is hidden under any name`(words: [String])
        async throws
    {
        let folder = FileManager.default.temporaryDirectory.appending(path: "secrets-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        let name = SecretTexts.spellings(words)[words.count % 6]
        let url = try #require(URL(string: "https://example.org/"))
        let echoes = [
            #"{"got": "\#(SecretTexts.secret)"}"#, #"{"message": "\#(SecretTexts.secret) is not known"}"#,
            "[\"\(SecretTexts.secret)\", 1",
            "\(SecretTexts.secret) is not known", #"{"url": "/x/\#(SecretTexts.secret.replacing("/", with: "%2F"))"}"#,
            #"{"got": "\#(SecretTexts.secret.replacing("/", with: "\\/"))"}"#,
        ]
        var inField = Request(url: url)
        inField.headerFields[try #require(HeaderFields.Name(name))] = SecretTexts.secret
        let requests = [
            inField, Request(url: url.appending(query: Query([(name, SecretTexts.secret)]))),
            Request(url: url, method: .post, body: .json([name: SecretTexts.secret])),
            Request(url: url, method: .post, body: .form([name: SecretTexts.secret])),
        ]
        let step = Effort.size(reduced: 7, usual: 4, full: 1)
        for (number, request) in requests.enumerated() {
            for place in stride(from: (number + name.utf8.count) % step, to: echoes.count, by: step) {
                let echo = echoes[place]
                var response = Response(status: 200, body: Data(echo.utf8))
                response.headerFields["X-Echo"] = SecretTexts.secret
                try await Self.check(request, response, .json, in: folder)
            }
        }
    }

    @Test func `what policies put into a request is hidden where a server repeats it`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "secrets-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = try #require(URL(string: "https://example.org/"))
        let policies: [Policy] = [
            .apiKey(SecretTexts.secret, in: .field("X-Account"), for: url),
            .apiKey(SecretTexts.secret, in: .query("account"), for: url),
            .basic(user: "ann", password: SecretTexts.secret, for: url),
            .bearer(for: url, token: Token(SecretTexts.secret)) { _ in throw CancellationError() },
        ]
        for policy in policies {
            let response = Response(
                body: Data(#"{"got": "\#(SecretTexts.secret)", "and": ["\#(SecretTexts.secret)"]}"#.utf8))
            try await Self.check(Request(url: url), response, .json, policies: [policy], in: folder)
        }
    }

    private static func check(
        _ request: Request, _ response: Response, _ type: MediaType, policies: [Policy] = [], in folder: URL
    ) async throws {
        var printed: [(String, String)] = [
            ("description", "\(request)"), ("dump", SecretTexts.dumped(request)), ("curl", try request.curlCommand()),
            ("message", try request.httpMessage()), ("fields", "\(request.headerFields)"),
        ]
        for status in [200, 422] as [Response.Status] {
            var response = response
            response.status = status
            response.headerFields["Content-Type"] = type.rawValue
            let file = folder.appending(path: "\(UUID()).har")
            let recorder = Recorder()
            let transport = StubTransport { [response] _ in response }.recording(to: file)
            let webservice = Webservice(policies: policies, observers: [recorder.observer], transport: transport)
            let resource = Resource(request) { (response: Response) in
                try JSON(parsing: response.body, redacting: .standard).a.b.c.int
            }
            let error = await #expect(throws: LoadError.self) { _ = try await webservice.load(resource) }
            guard let error else { continue }
            let events = recorder.trace
            printed.append(("error", "\(error)"))
            printed.append(("error in full", error.debugDescription))
            printed.append(("error's request", SecretTexts.dumped(error.request)))
            printed.append(("error's dump", SecretTexts.dumped(error)))
            printed.append(("cause's dump", error.underlyingError.map { SecretTexts.dumped($0) } ?? ""))
            printed.append(("cause", error.underlyingError.map { "\($0)" } ?? ""))
            printed.append(("trace", events.text))
            printed.append(("trace's HAR", String(events.har())))
            printed.append(("short HAR", String(events.har(maximumBodySize: 12))))
            printed.append(("events", events.events.map { "\($0)" }.joined()))
            printed.append(("events' dump", events.events.map { SecretTexts.dumped($0) }.joined()))
            printed.append(("recording", String(decoding: try Data(contentsOf: file), as: UTF8.self)))
        }
        for (place, text) in printed {
            #expect(!SecretTexts.shows(text), "\(place) of \(request.method) \(type): \(text.prefix(2_000))")
        }
    }

    @Test func `what only sounds like a secret stays`() {
        let open = [
            "next_page_token", "pageToken", "nextSyncToken", "continuation_token", "max_tokens", "totalTokens",
            "token_type", "token_endpoint", "password_length", "passwordMinLength", "password_reset_url", "is_secret",
            "public_key", "primaryKey", "sort_key", "Idempotency-Key", "key_id", "keyboard", "monkey", "secretary",
            "tokenizer", "author", "authors", "keys", "tokens", "encode", "barcode", "Access-Control-Allow-Credentials",
            "Sec-WebSocket-Key", "expires_in", "passenger", "compass", "design", "signal", "sigma",
            "x-ratelimit-tokens",
            "error_code", "country_code", "zip_code", "statusCode", "client_id", "user_id", "tokenCount",
            "Surrogate-Key",
        ]
        for name in open {
            #expect(!Redaction.standard.isSecret(name: name), "\(name)")
            #expect(!Redaction.standard.isSecret(key: name), "\(name)")
        }
        for name in ["code", "session", "auth", "pass", "ticket"] {
            #expect(Redaction.standard.isSecret(name: name) && !Redaction.standard.isSecret(key: name))
        }
        let shown = [
            #"{"code":404,"message":"none"}"#, #"{"error":{"code":"not_found"}}"#,
            #"{"name":"The Secret Garden","text":"a"}"#,
            #"["password","email"]"#, #"{"usage":{"max_tokens":3}}"#, #"{"name":"code","value":"500"}"#,
            "<Contents><Name>a</Name><Size>1</Size></Contents>", "a bearer token is missing", "basic auth is needed",
        ]
        for text in shown {
            #expect(Redaction.standard.redacted(content: Data(text.utf8), of: nil) == Data(text.utf8), "\(text)")
        }
        let grant = #"{"grant_type":"authorization_code","code":"a1"}"#
        let hidden = Redaction.standard.redacted(content: Data(grant.utf8), of: .json)
        #expect(!String(decoding: hidden, as: UTF8.self).contains("a1"))
    }

    @Test func `a secret is recognized by its looks, under any name`() {
        for (secret, word) in [
            ("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl", "c2lnbmF0dXJl"), ("Bearer abc123def", "abc123def"),
            ("Basic YW5uOmh1bnRlcjI=", "YW5uOmh1bnRlcjI="), ("sk_live_0123456789abcdef", "0123456789abcdef"),
            ("ghp_0123456789abcdefghij", "abcdefghij"),
            ("-----BEGIN EC PRIVATE KEY-----\nMHcCAQEEIB\n-----END EC PRIVATE KEY-----", "MHcCAQEEIB"),
        ] {
            for text in ["x: \(secret)", "you sent \(secret).", "{\"seen\": \(JSON(secret))}", "a=\(secret)&b=c"] {
                let content = Redaction.standard.redacted(content: Data(text.utf8), of: nil)
                #expect(!String(decoding: content, as: UTF8.self).contains(word), "\(text)")
                #expect(!String(decoding: Redaction.standard.masked(Array(text.utf8)), as: UTF8.self).contains(word))
            }
        }
    }

    @Test func `a name is shown on request, and read again from a recording`() throws {
        let redaction = Redaction.standard.showing(["Device_Token"])
        #expect(!redaction.isSecret(name: "device_token") && redaction.isSecret(name: "user_token"))
        let request = Request(url: URL(string: "https://example.org/?device_token=a&user_token=b")!)
        let recording = Recording([.init(request, .response(Response()))], redaction: redaction)
        let text = String(decoding: recording.har, as: UTF8.self)
        #expect(text.contains("device_token=a") && !text.contains("user_token=b"))
        let other = Request(url: URL(string: "https://example.org/?device_token=c&user_token=d")!)
        let replay = try Replay(Recording(parsing: recording.har))
        #expect(throws: LoadError.self) { try replay.response(to: other) }
        #expect(throws: Never.self) { try replay.response(to: request) }
        // What one of two takes for a secret is one to both.
        #expect(redaction.including(.standard).isSecret(name: "device_token"))
    }

    /// Four times the text takes about four times as long, and not sixteen times.
    @Test(arguments: [
        "name: \"token\" value: [", "\"value\": \"", "<token>", "<token ", "\"name\":\"token\",", "value:[ name:token ",
        "{\"a\":", "token=", "eyJhbGciOiJ", "-----BEGIN PRIVATE KEY-----", "Bearer ", "\\", "\"", "%25", "<a ", "code:",
        "<key>token</key>", "Authorization: {", "[\"Authorization\",", "a-b_", "\u{0}<", "a%3.", "%3D~", "token:|\n ",
        "a://b@", "&quot;token&quot;:", "token = a ", "a%3Atoken%3D.",
    ]) func `no text makes it slow`(piece: String) throws {
        let ratio = try Growth.ratio(from: 2_500, to: 10_000, upTo: 8) { count in
            let text = Array(String(repeating: piece, count: count / piece.utf8.count).utf8)
            let data = Data(text)
            return {
                _ = Redaction.standard.masked(text)
                _ = Redaction.standard.redacted(content: data, of: .json)
                _ = Redaction.standard.redacted(urlText: "/?\(String(decoding: text, as: UTF8.self))")
            }
        }
        #expect(ratio <= 8)
    }
}
