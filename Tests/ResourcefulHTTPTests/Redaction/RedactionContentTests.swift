import Foundation
import ResourcefulTesting
import Testing

/// The content of messages without its secrets: still what it was, to those who read it.
struct RedactionContentTests {
    private static func redacted(_ text: String, _ type: MediaType? = nil, adding names: Set<String> = []) -> String {
        let content = Redaction.standard.adding(parameters: names).redacted(content: Data(text.utf8), of: type)
        return String(decoding: content, as: UTF8.self)
    }

    @Test func `JSON stays JSON, and what isn't a secret stays as it is`() {
        let cases: [(String, String)] = [
            (#"{"token":"a"}"#, #"{"token":"[redacted]"}"#),
            (#"{ "Token" : "a", "b":1.50 }"#, #"{ "Token" : "[redacted]", "b":1.50 }"#),
            (#"{"api_key":123,"b":[true,null]}"#, #"{"api_key":0,"b":[true,null]}"#),
            (
                #"{"secret":{"a":["x",-1.5e3,{"b":true,"c":null}]},"d":"y"}"#,
                #"{"secret":{"a":["[redacted]",0,{"b":false,"c":null}]},"d":"y"}"#
            ),
            (#"{"token":[],"a":"b"}"#, #"{"token":[],"a":"b"}"#),
            (#"{"token":["a"],"b":"c"}"#, #"{"token":["[redacted]"],"b":"c"}"#),
            (#"{"a":"token","b":"c"}"#, #"{"a":"token","b":"c"}"#), (#"["token","a"]"#, #"["token","a"]"#),
            (#"{"to\u006ben":"a"}"#, #"{"to\u006ben":"[redacted]"}"#),
            (#"{"password":"a\"b\\","c":"d"}"#, #"{"password":"[redacted]","c":"d"}"#),
            (#"{"a":"x?token=b&c=d"}"#, #"{"a":"x?token=***&c=d"}"#),
            (#"{"a":"{\"token\":\"b\",\"c\":\"d\"}"}"#, #"{"a":"{\"token\":\"[redacted]\",\"c\":\"d\"}"}"#), ("", ""),
            ("{}", "{}"), ("[", "["), (#"{"token":"abc"#, #"{"token":"***"#),
        ]
        for (text, redacted) in cases {
            #expect(Self.redacted(text, .json) == redacted, "\(text)")
            #expect(Self.redacted(redacted, .json) == redacted, "\(text): it is changed by being done again")
        }
    }

    @Test func `a form stays a form, binary content what it is, other text is masked`() {
        #expect(Self.redacted("a=b&password=c%26&d=e", .form) == "a=b&password=redacted&d=e")
        #expect(Self.redacted("pin=1&a=b", .form, adding: ["PIN"]) == "pin=redacted&a=b")
        #expect(Self.redacted("password: abc\nd: e") == "password: ***\nd: e")
        let bytes = Data("token=abc".utf8) + [0xFF]
        #expect(Redaction.standard.redacted(content: bytes, of: "image/png") == bytes)
        #expect(Redaction.standard.redacted(content: bytes, of: "text/plain").starts(with: Data("token=***".utf8)))
    }

    @Test func `text of any shape is masked once, however long the secrets are`() {
        let words = [
            "token", "password=", "a", ":", "=", " ", "\n", "{", "}", "[", "]", "\"", "\\", "\\\"", ",", "&", ";", "*",
            "***", "secret: ", "'", "<", "%41", "ü",
        ]
        for seed in 0..<UInt64(10) {
            var numbers = Generator(state: seed)
            for _ in 0..<500 {
                let count = Int.random(in: 1...14, using: &numbers)
                let text = (0..<count).map { _ in words.randomElement(using: &numbers) ?? "" }.joined()
                let redacted = Self.redacted(text)
                #expect(Self.redacted(redacted) == redacted, "\(seed): \(text.debugDescription)")
            }
        }
        #expect(Self.redacted("token: hunter2") == Self.redacted("token: 4711"))
        #expect(Self.redacted("2**3 = 2*3, token=a") == "2**3 = 2*3, token=***")
    }

    @Test func `in a document of any shape no secret is left, and its shape is`() {
        checkEach(0..<UInt64(10)) { seed in
            var numbers = Generator(state: seed)
            for _ in 0..<10 {
                let (text, places) = Self.document(&numbers)
                let redacted = Self.redacted(text, .json)
                #expect(!redacted.contains("hunter2") && !redacted.contains("4711"), "\(seed): \(text)\n\(redacted)")
                let json = try JSON(parsing: Data(redacted.utf8))
                for place in places { #expect(json[at: place].exists, "\(seed): \(place) of \(text)") }
                #expect(Self.redacted(redacted, .json) == redacted, "\(seed)")
                #expect(
                    redacted.components(separatedBy: "kept").count == text.components(separatedBy: "kept").count,
                    "\(seed)")
            }
        }
    }

    /// A document with secrets somewhere, and the paths of all its values.
    private static func document(_ numbers: inout Generator) -> (text: String, places: [JSONPath]) {
        var places: [JSONPath] = []
        let text = value(["x"], isSecret: false, &places, &numbers)
        return ("{\"x\": \(text)}", places)
    }

    private static func value(
        _ path: JSONPath, isSecret: Bool, _ places: inout [JSONPath], _ numbers: inout Generator
    ) -> String {
        places.append(path)
        let isDeep = path.components.count > 5
        switch Int.random(in: isDeep ? 2...4 : 0...4, using: &numbers) {
        case 0:
            let members = ["a", "token", "b c", "Client-Secret", "ü"].shuffled(using: &numbers).prefix(3).map { key in
                let isSecret = isSecret || key == "token" || key == "Client-Secret"
                return "\"\(key)\" : \(value(path.appending(.key(key)), isSecret: isSecret, &places, &numbers))"
            }
            return "{\(members.joined(separator: ", "))}"
        case 1:
            let elements = (0..<2).map { value(path.appending(.index($0)), isSecret: isSecret, &places, &numbers) }
            return "[\(elements.joined(separator: ","))]"
        case 2: return isSecret ? #""hunter2, \"hunter2\"""# : #""kept: \\ \"kept\" ü""#
        case 3: return isSecret ? "47110815" : "1.50"
        default: return "null"
        }
    }

    private struct Generator: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return (state ^ (state >> 33)) &* 0xFF51_AFD7_ED55_8CCD
        }
    }
}
