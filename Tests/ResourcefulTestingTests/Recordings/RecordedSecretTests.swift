import Foundation
import ResourcefulTesting
import TestSupport
import Testing

/// What a recording replaces in the documents of services, and what stays as it was.
struct RecordedSecretTests {
    private static let request = Request(url: URL(string: "https://example.org/a")!)

    private static func recording(
        _ body: String, _ type: MediaType? = .json, _ redaction: Redaction = .standard
    ) throws -> Recording {
        var response = Response(body: Data(body.utf8))
        response.headerFields.contentType = type
        let exchange = Recording.Exchange(request, .response(response))
        return try Recording(parsing: Recording([exchange], redaction: redaction).har)
    }

    private static func recorded(
        _ body: String, _ type: MediaType? = .json, _ redaction: Redaction = .standard
    ) throws -> String {
        let response = try #require(try recording(body, type, redaction).exchanges.first?.response)
        return String(decoding: response.body, as: UTF8.self)
    }

    @Test func `what isn't a secret stays byte by byte, whatever it is called`() {
        let cases: [String] = [
            #"{"license": {"key": "mit", "spdx_id": "MIT"}}"#, #"{"key": 7, "time_signature": 4}"#, #"{"key":-1}"#,
            #"{"password_set": true, "secret": false, "token": null}"#, #"{"permissions": {"secrets": "read"}}"#,
            #"{"organization_secrets": "write", "api_keys": "read"}"#, #"{"credentials": "same-origin"}"#,
            #"{"properties": {"password": {"type": "string", "minLength": 12345678}}}"#,
            #"{"secret": {"type": ["string", "null"], "title": "Secret"}, "api_key": {"$ref": "/defs/key"}}"#,
            #"{"grant_types_supported": ["authorization_code", "refresh_token", "implicit"]}"#,
            #"{"errors": {"password": ["is too short", "can't be blank"]}}"#, #"{"labels": {"token": "Schlüssel"}}"#,
            #"{"key": "DEMO-1234"}"#, #"{"Key": "photos/2024/IMG_1234.jpg"}"#, #"{"key": 1704067200000}"#,
            #"{"token": "quick"}"#, #"{"token": ""}"#, #"{"tokens": [{"token": "covid19"}]}"#,
            #"{"key":"2024-01-02T10:11:12Z"}"#, #"{"secrets": [{"name": "DEPLOY_TOKEN", "created_at": "2025-08-10"}]}"#,
            #"{"key": "https://example.org/k/1"}"#,
            #"{"query": "mutation A($password: String!) { login(password: $password) { id } }"}"#,
            #"{"session_key": 9161}"#, #"{"secret": {"secretName": "db", "defaultMode": 420}}"#,
            #"{"fields": [{"name": "password", "value": ""}]}"#, #"{"note": "{\"key\": \"mit\"}"}"#,
            #"{ "key" : "mit", "n" : 1.50, "t" : "\u00fc\/" }"#,
        ]
        checkEach(cases) { body throws in
            #expect(try Self.recorded(body) == body, "\(body)")
            #expect(try Self.recording(body).replaced.isEmpty, "\(body)")
        }
    }

    @Test func `a secret is replaced by a value of its type, and nothing else is`() {
        let cases: [(String, String)] = [
            (#"{"key":"8f14e45fceea167a5a36dedd4bea2543"}"#, #"{"key":"[redacted]"}"#),
            (#"{"token":"a73c9572-f1b9-8983-983d-ba3ac3cc913d"}"#, #"{"token":"[redacted]"}"#),
            (#"{"token":"Tr0ub4dor.and/3"}"#, #"{"token":"[redacted]"}"#), (#"{"token":492039}"#, #"{"token":0}"#),
            (#"{"client_secret":"rosebud"}"#, #"{"client_secret":"[redacted]"}"#),
            (#"{"password":"admin","otp":492039,"cvc":314}"#, #"{"password":"[redacted]","otp":0,"cvc":0}"#),
            (#"{"secrets":{"db":"hunter2secret","on":true}}"#, #"{"secrets":{"db":"[redacted]","on":true}}"#),
            (#"{"token":{"id":"ad5fd9a1b2c3d4e5f60718293a4b5c6d"}}"#, #"{"token":{"id":"[redacted]"}}"#),
            (
                #"{"x":{"value":"hunter2","type":"string"},"y":{"password":{"value":"hunter2","type":"string"}}}"#,
                #"{"x":{"value":"hunter2","type":"string"},"y":{"password":{"value":"[redacted]","type":"string"}}}"#
            ),
            (
                #"[{"value":"sunshine","name":"smtp_password"},{"name":"port","value":"25"}]"#,
                #"[{"value":"[redacted]","name":"smtp_password"},{"name":"port","value":"25"}]"#
            ),
            (
                #"{"note":"{\"password\":\"a\",\"key\":\"mit\"}"}"#,
                #"{"note":"{\"password\":\"[redacted]\",\"key\":\"mit\"}"}"#
            ),
            (
                #"{"query":"mutation { login(password: \"rosebud\", key: 7) { token } }"}"#,
                #"{"query":"mutation { login(password: \"***\", key: 7) { token } }"}"#
            ),
            (#"{"key":"mit","seen":"ghp_0123456789abcdefghij"}"#, #"{"key":"mit","seen":"***"}"#),
            (#"{"key":"see token=a b"}"#, #"{"key":"see token=*** b"}"#),
            (
                #"{"password":{"type":"object","current":"rosebud"}}"#,
                #"{"password":{"type":"object","current":"[redacted]"}}"#
            ),
            (#"{"errors":{"token":"8f14e45fceea167a5a36"}}"#, #"{"errors":{"token":"[redacted]"}}"#),
            (#"["Authorization","Hunter2"]"#, #"["Authorization","[redacted]"]"#),
        ]
        checkEach(cases) { body, recorded throws in
            #expect(try Self.recorded(body) == recorded, "\(body)")
            #expect(try Self.recorded(recorded) == recorded, "\(body): it is changed by being recorded again")
            // Requests are compared without what the strict rule hides, before and after they are recorded.
            let (before, after) = (Data(body.utf8), Data(recorded.utf8))
            let redaction = Redaction.standard
            #expect(
                try JSON(parsing: redaction.redacted(content: before, of: .json))
                    == JSON(parsing: redaction.redacted(content: after, of: .json)), "\(body)")
        }
    }

    @Test func `of members with the same key, those that can't be read are left out`() throws {
        let text = #"{"a":{"key":"mit"},"a":{"key":"8f14e45fceea167a5a36"},"b":1}"#
        #expect(try Self.recorded(text) == #"{"a":{"key":"mit"},"b":1}"#)
    }

    @Test func `a name that the program adds is secret, whatever its value is`() throws {
        let redaction = Redaction.standard.adding(fields: ["X-Pin"], parameters: ["key", "Badge"])
        let body = #"{"key":"mit","badge":7,"x-pin":true,"token":"quick","monkey":1}"#
        let recording = try Self.recording(body, .json, redaction)
        let response = try #require(recording.exchanges.first?.response)
        #expect(
            String(decoding: response.body, as: UTF8.self)
                == #"{"key":"[redacted]","badge":0,"x-pin":false,"token":"quick","monkey":1}"#)
        #expect(recording.redaction == redaction && redaction != .standard.adding(fields: ["X-Pin"]))
        #expect(try Recording(parsing: recording.har).redaction == redaction)
        // Shown names win, as elsewhere.
        let shown = Redaction.standard.showing(["client_secret"])
        #expect(try Self.recorded(#"{"client_secret":"a1b2"}"#, .json, shown) == #"{"client_secret":"a1b2"}"#)
    }

    @Test func `what the request sent is replaced under a bare name, too`() throws {
        var request = Self.request
        request.headerFields["Authorization"] = "Bearer sunshine"
        let response = Response(body: Data(#"{"key":"sunshine","token":"quick"}"#.utf8))
        let recording = Recording([.init(request, .response(response))])
        let written = try #require(try Recording(parsing: recording.har).exchanges.first?.response)
        #expect(String(decoding: written.body, as: UTF8.self) == #"{"key":"***","token":"quick"}"#)
    }

    @Test func `what a request sends under a bare key stays if it is a word, and what is secret is so everywhere`() {
        let cases: [(String, String)] = [
            (#"{"key":"violin","seen":"violin"}"#, #"{"key":"violin","seen":"violin"}"#),
            (#"{"secret":false,"errors":{"token":"too short"}}"#, #"{"secret":false,"errors":{"token":"too short"}}"#),
            (#"{"license":{"key":"apache"},"b":"apache"}"#, #"{"license":{"key":"apache"},"b":"apache"}"#),
            (#"{"key":"violin","password":"violin"}"#, #"{"key":"***","password":"[redacted]"}"#),
            (#"{"key":"8f14e45fceea167a5a36"}"#, #"{"key":"[redacted]"}"#),
            (#"{"token":"sesame","seen":"sesame"}"#, #"{"token":"***","seen":"***"}"#),
            (#"{"note":"{\"key\":\"violin\"}","seen":"violin"}"#, #"{"note":"{\"key\":\"violin\"}","seen":"violin"}"#),
            (
                #"{"query":"mutation { login(password: \"rosebud\") { key } }","key":"violin"}"#,
                #"{"query":"mutation { login(password: \"***\") { key } }","key":"violin"}"#
            ),
        ]
        checkEach(cases) { sent, recorded in
            let request = Request(url: Self.request.url, method: .post, body: .data(Data(sent.utf8), mediaType: .json))
            var response = Response(body: Data(sent.utf8))
            response.headerFields.contentType = .json
            let read = try Recording(parsing: Recording([.init(request, .response(response))]).har)
            let exchange = try #require(read.exchanges.first, "\(sent)")
            #expect(
                try exchange.request.body?.data.map { try JSON(parsing: $0) } == JSON(parsing: Data(recorded.utf8)),
                "\(sent)")
            #expect(
                try exchange.response.map { try JSON(parsing: $0.body) } == JSON(parsing: Data(recorded.utf8)),
                "\(sent)")
        }
    }

    @Test func `a recording says what it has replaced, and why`() throws {
        var request = Request(
            url: URL(string: "https://example.org/a?token=x1&q=1")!, method: .post,
            body: .multipart([.text("hunter2", name: "password"), .text("a", name: "q")]))
        request.headerFields["X-Api-Key"] = "hunter2secret"
        let body = #"{"user": {"password": "a", "key": "mit"}, "ids": [{"token": 492039}], "note": "{\"otp\": 4711}"}"#
        let response = Response(headerFields: ["Set-Cookie": "a=b"], body: Data(body.utf8))
        let recording = Recording([.init(Self.request, .response(Response())), .init(request, .response(response))])
        let lines = [
            "entry 1: request URL, which is now https://example.org/a?token=redacted&q=1",
            "entry 1: request field X-Api-Key", "entry 1: response field Set-Cookie",
            "entry 1: response body, user.password: the name “password”",
            "entry 1: response body, ids[0].token: the name “token”",
            "entry 1: response body, note, otp: the name “otp”", "entry 1: request body, part password",
        ]
        #expect(recording.replaced == lines)
        // It is in the file, and stays there.
        let read = try Recording(parsing: recording.har)
        #expect(read.replaced == lines)
        #expect(try Recording(parsing: read.har).replaced == lines)
    }

    private static let script = """
        var e=t.token||{},n={key:"mit",password:"Password",code:r};function token(a){return a.key=b,a.secret}
        if(a&&a.password=="")f(/token=([^&]*)/),x="redirect_uri",y={code:1};
        """

    @Test(arguments: ["application/javascript", "text/javascript; charset=utf-8", "application/x-javascript"])
    func `a script isn't cut by words`(type: MediaType) throws {
        #expect(try Self.recorded(Self.script, type) == Self.script)
        let secrets = #"f("/x?token=8f14e45fceea167a5a36&b=c",{apiKey:'a1b2c3d4e5f6'},"ghp_0123456789abcdefghij")"#
        let left = #"f("/x?token=***&b=c",{apiKey:'***'},"***")"#
        #expect(try Self.recorded("\(Self.script)\n\(secrets)", type) == "\(Self.script)\n\(left)")
        // Data in a script is data.
        #expect(
            try Self.recorded(#"show({"token":"quick","pwd":"a"});"#, type)
                == #"show({"token":"quick","pwd":"[redacted]"});"#)
        let redaction = Redaction.standard.adding(parameters: ["badge"])
        #expect(try !Self.recorded("x={a:1};\nbadge=hunter2;", type, redaction).contains("hunter2"))
        // Another text is searched by words, as before.
        #expect(try Self.recorded("password: hunter2", "text/plain") == "password: ***")
    }

    @Test func `a style sheet isn't cut by words`() throws {
        let sheet = ".token{color:red}.key:hover{content:\"secret: a\"}@media print{.password:focus{top:0}}"
        #expect(try Self.recorded(sheet, "text/css") == sheet)
    }

    @Test func `the documents of an event stream and of lines are recorded as documents are`() throws {
        let events = #"event: token\#nid: 1\#ndata: {"key": "mit", "token": "quick"}\#n\#ndata: [DONE]\#n\#n"#
        #expect(try Self.recorded(events, "text/event-stream") == events)
        let lines = #"{"key": "mit"}\#n{"pwd": "a", "key": 7}\#n"#
        #expect(
            try Self.recorded(lines, "application/x-ndjson") == #"{"key": "mit"}\#n{"pwd":"[redacted]","key":7}\#n"#)
        #expect(try Self.recording(lines, "application/x-ndjson").replaced.first?.contains("line 2, pwd") == true)
        for text in ["data: pwd=hunter2\n\ndata: {\"key\": 7}\n\n", "hunter2: {\"pwd\": \"hunter2\"}\npwd: hunter2\n"] {
            #expect(try !Self.recorded(text, "text/event-stream").contains("pwd: hunter2"))
            #expect(try !Self.recorded(text, "text/event-stream").contains("pwd=hunter2"))
        }
    }

    @Test func `a replayed resource reads the values that the server sent`() async throws {
        struct License: Decodable, Sendable, Equatable {
            enum Key: String, Decodable { case mit }
            let key: Key
            let isSecret: Bool
        }
        let recording = try Self.recording(#"{"key": "mit", "isSecret": true, "token": "8f14e45fceea167a5a36"}"#)
        let resource = Resource<License>(json: Self.request.url)
        var run = DryRun(replaying: recording)
        #expect(try run.load(resource) == License(key: .mit, isSecret: true))
        let webservice = Webservice(transport: StubTransport(replaying: recording))
        #expect(try await webservice.load(resource) == License(key: .mit, isSecret: true))
    }
}
