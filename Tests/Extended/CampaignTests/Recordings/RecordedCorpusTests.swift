import Foundation
import ResourcefulTesting
import TestSupport
import Testing

/// What recordings replace in documents that are like those of real services.
@Suite(.permit, .blocking) struct RecordedCorpusTests {
    /// A scalar of a document, with its path.
    private struct Scalar {
        let path: JSONPath
        let text: String
        let value: JSON
    }

    private static func scalars(of json: JSON) -> [Scalar] {
        if let elements = try? json.array { return elements.flatMap { scalars(of: $0) } }
        if let keys = try? json.keys { return keys.flatMap { scalars(of: json[$0]) } }
        return [Scalar(path: json.path, text: String(json), value: json)]
    }

    private static func kind(_ json: JSON) -> String {
        json.isString ? "string" : json.isNumber ? "number" : json.isNull ? "null" : "Boolean"
    }

    /// A document, read again from a recording of it.
    private static func recorded(_ text: String, isRequest: Bool = false) throws -> JSON {
        var request = Request(url: try #require(URL(string: "https://example.org/")))
        var response = Response(headerFields: ["Content-Type": "application/json"])
        if isRequest {
            request.method = .post
            request.body = .data(Data(text.utf8), mediaType: .json)
        } else {
            response.body = Data(text.utf8)
        }
        let recording = try Recording(parsing: Recording([.init(request, .response(response))]).har)
        let exchange = try #require(recording.exchanges.first)
        return try JSON(parsing: try #require(isRequest ? exchange.request.body?.data : exchange.response?.body))
    }

    @Test func `every secret of the corpus is replaced, and hardly anything else`() throws {
        var (found, missed, wrong) = (0, [String](), [String]())
        for document in RecordedCorpus.documents {
            let marked = document.marked.replacing(#/([:\[,] ?)⟦([0-9]+)⟧/#) { "\($0.output.1)\"⟦\($0.output.2)⟧\"" }
            let marks = Self.scalars(of: try JSON(parsing: Data(marked.utf8)))
            let recorded = Self.scalars(of: try Self.recorded(document.text))
            let plain = Self.scalars(of: try JSON(parsing: Data(document.text.utf8)))
            #expect(recorded.map(\.path) == plain.map(\.path) && marks.map(\.path) == plain.map(\.path))
            for (mark, (before, after)) in zip(marks, zip(plain, recorded)) {
                #expect(Self.kind(before.value) == Self.kind(after.value), "\(document.name): \(before.path)")
                let isChanged = before.text != after.text
                switch (mark.text.contains("⟦"), isChanged) {
                case (true, true): found += 1
                case (true, false): missed.append("\(document.name): \(before.path) \(before.text)")
                case (false, true): wrong.append("\(document.name): \(before.path) \(before.text) → \(after.text)")
                case (false, false): break
                }
            }
        }
        let precision = Double(found) / Double(found + wrong.count)
        #expect(RecordedCorpus.documents.count >= 50 && found >= 60)
        #expect(missed.isEmpty, "\(missed)")
        #expect(precision >= 0.98, "\(precision): \(wrong)")
    }

    /// Roles in which a name of a secret is none.
    private static let openRoles = [
        #"{"%N": true}"#, #"{"%N": null}"#, #"{"%N": false, "a": 1}"#, #"{"%N": 7}"#, #"{"%N": ""}"#, #"{"%N": []}"#,
        #"{"properties": {"%N": {"type": "string", "maxLength": 100}}}"#, #"{"required": ["%N", "email"]}"#,
        #"{"%N": {"type": ["string", "null"], "description": "the value"}}"#, #"{"a": "%N"}"#,
        #"{"permissions": {"%N": "read", "contents": "write"}}"#, #"{"errors": {"%N": ["is too short"]}}"#,
        #"{"parameters": [{"name": "%N", "in": "query", "required": true}]}"#, #"{"%N": {"enabled": true, "min": 8}}"#,
        #"{"fields": [{"name": "%N", "label": "Your value", "value": ""}]}"#, #"{"labels": {"%N": "Geheimes"}}"#,
        ##"{"%N": {"$ref": "#/components/schemas/value"}}"##, #"{"%N": {"created_at": "2026-01-02T03:04:05Z"}}"#,
    ]
    /// Roles in which it has a secret.
    private static let closedRoles = [
        #"{"%N": "%S"}"#, #"{"a": {"%N": "%S"}}"#, #"[{"%N": ["%S"]}]"#, #"{"%N": {"a": "%S"}}"#,
        #"{"%N": "%S", "b": true}"#, #"{"name": "%N", "value": "%S"}"#, #"{"value": "%S", "key": "%N"}"#,
        #"{"a": "{\"%N\": \"%S\"}"}"#, #"{"errors": {"%N": "%S"}}"#, #"{"%N": {"type": "string", "value": "%S"}}"#,
        #"{"data": {"x-%N": "%S"}}"#,
    ]

    private static func text(_ role: String, _ name: String, _ secret: String = "") -> String {
        role.replacing("%N", with: name).replacing("%S", with: secret)
    }

    @Test(arguments: SecretTexts.names) func `every name is open in one role, and secret in the other`(words: [String])
        throws
    {
        for (number, name) in SecretTexts.someSpellings(words) {
            for role in Self.openRoles {
                let text = Self.text(role, name)
                let recorded = try String(Self.recorded(text))
                #expect(recorded == text, "\(text)")
            }
            for (place, role) in Self.closedRoles.enumerated() {
                let secret = Self.secrets[(number * 11 + place + words.count * 7) % Self.secrets.count]
                let text = Self.text(role, name, secret)
                let recorded = try Self.recorded(text, isRequest: number % 2 == 1)
                #expect(!String(recorded).contains(secret), "\(text)")
                #expect(Self.scalars(of: recorded).allSatisfy { Self.kind($0.value) == "string" || $0.text == "true" })
            }
        }
    }

    /// Fifty secrets of the lengths and alphabets that services use.
    static let secrets: [String] = {
        let alphabets = [
            "0123456789abcdef", "abcdefghijklmnopqrstuvwxyz0123456789",
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_", "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567",
        ].map { Array($0) }
        var numbers = SeededNumbers(seed: 55)
        return (0..<50).map { index in
            let letters = (0..<(16 + index)).compactMap { _ in alphabets[index % 5].randomElement(using: &numbers) }
            return String(letters)
        }
    }()

    @Test func `fifty planted secrets are found in no recording`() async throws {
        #expect(Set(Self.secrets).count == 50)
        let file = FileManager.default.temporaryDirectory.appending(path: "planted-\(UUID())/a.har")
        defer { try? FileManager.default.removeItem(at: file.deletingLastPathComponent()) }
        let answer = Locked(Response())
        let transport = StubTransport { _ in answer.withLock { $0 } }.recording(to: file)
        var exchanges: [Recording.Exchange] = []
        for (number, secret) in Self.secrets.enumerated() {
            let name = SecretTexts.spellings(SecretTexts.names[number % SecretTexts.names.count])[number % 6]
            let document = Self.text(Self.closedRoles[number % Self.closedRoles.count], name, secret)
            let url = try #require(URL(string: "https://example.org/\(number)"))
            var request = Request(url: url.appending(query: Query([(name, secret)])), method: .post)
            request.headerFields[try #require(HeaderFields.Name("X-\(name)"))] = secret
            for (type, text) in [
                ("application/json", document), ("application/x-ndjson", "{}\n\(document)\n"),
                ("text/event-stream", "data: {\"key\": \"mit\"}\n\ndata: \(document)\n\n"),
                ("application/javascript", "show(\(document));"), ("text/plain", "\(name): \(secret)\n"),
                ("application/javascript", "var a={b:1};f(\"/x?\(name)=\(secret)\",{\"\(name)\":\"\(secret)\"})"),
                ("text/html", "<input name=\"\(name)\" value=\"\(secret)\">"),
            ] {
                var response = Response(body: Data(text.utf8))
                response.headerFields.contentType = MediaType(type)
                request.body = .data(Data(text.utf8), mediaType: MediaType(type))
                // With a request that tells what is secret, and without one.
                exchanges.append(.init(request, .response(response)))
                exchanges.append(.init(Request(url: url), .response(response)))
                answer.withLock { [response] in $0 = response }
                if type == "application/json" { _ = try await transport.send(request) }
            }
        }
        let recording = Recording(exchanges)
        for data in [recording.har, try Data(contentsOf: file)] {
            let text = String(decoding: data, as: UTF8.self)
            for (number, secret) in Self.secrets.enumerated() {
                #expect(!text.contains(secret) && !text.contains(secret.prefix(12)), "\(number): \(secret)")
            }
        }
        #expect(recording.replaced.count > 1_000)
    }

    @Test(arguments: 0..<20) func `in any document, what isn't a secret is decoded as it was`(seed: UInt64) throws {
        var numbers = SeededNumbers(seed: seed + 1)
        for _ in 0..<Effort.rounds(200) {
            let text = Self.document(depth: 0, &numbers)
            let (before, after) = (
                Self.scalars(of: try JSON(parsing: Data(text.utf8))), Self.scalars(of: try Self.recorded(text))
            )
            try #require(before.map(\.path) == after.map(\.path))
            for (before, after) in zip(before, after) {
                #expect(Self.kind(before.value) == Self.kind(after.value))
                let isSecret = Self.secrets.contains { before.text.contains($0) }
                #expect(
                    (before.text == after.text) != isSecret, "\(before.path): \(before.text) → \(after.text) in \(text)"
                )
            }
        }
    }

    /// A document of objects and lists, with secrets under names of secrets, and open values under all names.
    private static func document(depth: Int, _ numbers: inout SeededNumbers) -> String {
        let names = ["token", "key", "client_secret", "password", "secrets", "apiKey", "a", "title", "b c", "count"]
        func open() -> String {
            ["true", "false", "null", "7", "-1.5", "\"\"", "1704067200000"].randomElement(using: &numbers) ?? ""
        }
        let members = names.shuffled(using: &numbers).prefix(4).map { name -> String in
            let value: String
            switch Int.random(in: depth > 3 ? 2...5 : 0...5, using: &numbers) {
            case 0: value = document(depth: depth + 1, &numbers)
            case 1: value = "[\(document(depth: depth + 1, &numbers)), \(open())]"
            case 2 where names.firstIndex(of: name) ?? 9 < 6:
                value = "\"\(Self.secrets[Int.random(in: 0..<50, using: &numbers)])\""
            case 3 where ["token", "key", "secrets", "a", "title"].contains(name):
                value = depth == 0 ? "\"mit\"" : open()
            default: value = open()
            }
            return "\"\(name)\" : \(value)"
        }
        return "{\(members.joined(separator: ", "))}"
    }
}
