import Foundation
import ResourcefulTesting
import TestSupport

/// Texts that hold a secret, made of names, spellings and forms.
enum SecretTexts {
    /// Names as their words.
    static let names: [[String]] = [
        ["password"], ["token"], ["secret"], ["authorization"], ["gitlab", "token"], ["x", "gitlab", "token"],
        ["x", "client", "secret"], ["dpop"], ["x", "refresh", "token"], ["new", "password"], ["api", "token"],
        ["user", "token"], ["secret", "access", "key"], ["encryption", "key"], ["jwt"], ["session", "id"],
        ["code", "verifier"], ["assertion"], ["client", "assertion"], ["device", "code"], ["x", "api", "key"],
        ["access", "token"], ["id", "token"], ["csrf", "token"], ["authenticity", "token"], ["private", "key"],
        ["signature"], ["x", "amz", "security", "token"], ["otp"], ["passphrase"], ["credentials"], ["db", "password"],
        ["password", "confirmation"], ["x", "acme", "key"], ["recovery", "code"], ["saml", "response"],
    ]

    /// A name in the ways in which people write it.
    static func spellings(_ words: [String]) -> [String] {
        let capitals = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }
        return [
            words.joined(separator: "_"), words.joined(separator: "-"), capitals.joined(separator: "-"),
            words[0] + capitals.dropFirst().joined(), capitals.joined(), words.joined(separator: "_").uppercased(),
        ]
    }

    /// The spellings with their numbers: all of them, or two where each costs ten times as much.
    static func someSpellings(_ words: [String]) -> [(Int, String)] {
        let all = Array(spellings(words).enumerated()).map { ($0.offset, $0.element) }
        let letters = words.joined().utf8.count
        return Effort.isReduced ? [all[letters % 6], all[(letters + 1 + words.count) % 6]] : all
    }

    static let secret = "Tr0ub4dor.and/3"

    /// Texts in which it is a URL's password.
    static let urls: [(text: String, type: MediaType)] = [
        (#"{"link": "https://user:\#(secret.replacing("/", with: "%2F"))@example.org/"}"#, .json),
        (#"{"link": "postgres://user:\#(secret.replacing("/", with: "%2F"))@db/app"}"#, .json),
        ("see https://\(secret.replacing("/", with: "%2F"))@example.org/a\n", "text/plain"),
        (#"{"link": "https:\/\/user:\#(secret.replacing("/", with: "%2F"))@example.org\/"}"#, .json),
        ("a=https%3A%2F%2Fuser%3A\(secret.replacing("/", with: "%252F"))%40example.org", "text/plain"),
    ]

    /// Texts in which a secret stands under a name, each with its media type.
    static func texts(_ name: String) -> [(text: String, type: MediaType)] {
        [
            (#"{"\#(name)": "\#(secret)"}"#, .json), (#"{"a": [{"\#(name)": ["\#(secret)"], "b": 1}]}"#, .json),
            (#"{"\#(name)": {"a": "\#(secret)"}}"#, .json), (#"{"user.\#(name)": "\#(secret)"}"#, .json),
            (#"[{"name": "\#(name)", "value": "\#(secret)"}]"#, .json),
            (#"[{"value": "\#(secret)", "enabled": true, "key": "\#(name)"}]"#, .json),
            (#"{"note": "{\"\#(name)\": \"\#(secret)\"}"}"#, .json),
            (#"{"note": "see https://example.org/?a=b&\#(name)=\#(secret)"}"#, .json),
            (#"{"\#(name)": "\#(secret)", cut"#, .json), (#"{"\#(name)": "\#(secret)""#, .json),
            (#"{"a": 1}"# + "\n" + #"{"\#(name)": "\#(secret)"}"# + "\n", "application/x-ndjson"),
            ("data: {\"\(name)\": \"\(secret)\"}\n\n", "text/event-stream"),
            ("a=b&\(name)=\(secret)&c=d", .form), ("user%5B\(name)%5D=\(secret)", .form),
            ("<a><\(name)>\(secret)</\(name)></a>", "application/xml"),
            ("<a><b:\(name) c=\"d\">\n\(secret)</b:\(name)><e>f</e></a>", "text/xml"),
            ("<a \(name)='\(secret)' b='c'/>", "application/xml"), ("<\(name)><a>\(secret)</a></\(name)>", "text/xml"),
            ("<\(name) value=\"\(secret)\"/>", "text/xml"), ("<h name=\"\(name)\" value=\"\(secret)\"/>", "text/xml"),
            ("<h value=\"\(secret)\" name=\"\(name)\"/>", "text/xml"),
            ("<entry key=\"\(name)\">\(secret)</entry>", "text/xml"),
            ("<dict><key>\(name)</key>\n<string>\(secret)</string></dict>", "application/x-plist"),
            ("<p><name>\(name)</name><type>x</type><value>\(secret)</value></p>", "text/xml"),
            ("<input type=\"hidden\" name=\"\(name)\" value=\"\(secret)\"><p>text</p>", "text/html"),
            ("\(name): \(secret)\nAccept: */*\n", "text/plain"), ("\(name) = \(secret)\n", "text/plain"),
            ("\(name) = a \(secret)\n", "text/plain"), ("\(name)=a#\(secret)\n", "text/plain"),
            ("\(name)=a;\(secret)\n", "text/plain"), ("a:\n  \(name): |-\n    b\n    \(secret)\n", "application/yaml"),
            ("a:\n  \(name): >\n    \(secret)\n  b: c\n", "application/yaml"),
            ("INSERT \(name)='it''s \(secret)'", "text/plain"),
            ("level=info name=\(name) value=\(secret)", "text/plain"),
            ("<p><name> \(name) </name><value>\(secret)</value></p>", "text/xml"),
            ("<div data-a=\"{&quot;\(name)&quot;:&quot;\(secret)&quot;}\"></div>", "text/html"),
            ("<div data-a='{&#34;\(name)&#34;: &#34;\(secret)&#34;}'></div>", "text/html"),
            (#"{"next": "https%3A%2F%2Fexample.org%2F%3F\#(name)%3D\#(secret)"}"#, .json),
            ("export \(name)='\(secret)'", "text/plain"),
            ("a:\n  \(name): \"\(secret)\"\n  b: c\n", "application/yaml"),
            (
                "--B\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(secret)\r\n--B--\r\n",
                "multipart/form-data; boundary=B"
            ),
            (
                "--B\r\nContent-Disposition: form-data; name=\"a\"\r\nContent-Type: application/json\r\n\r\n"
                    + "{\"\(name)\": \"\(secret)\"}\r\n--B--\r\n", "multipart/form-data; boundary=B"
            ),
        ]
    }

    /// What `dump` prints of a value.
    static func dumped(_ value: some Any) -> String {
        var text = ""
        dump(value, to: &text)
        return text
    }

    /// Whether a secret can be read in a text, whatever stands between its letters.
    static func shows(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        if isShown(bytes) { return true }
        // What is no text stands in Base64.
        return bytes.split { !isBase64[Int($0)] }.contains { word in
            guard word.count > 15, let data = Data(base64Encoded: Data(word)) else { return false }
            return isShown(Array(data))
        }
    }

    private static let isBase64 = {
        let letters = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=".utf8)
        return (UInt8.min ... .max).map(letters.contains)
    }()

    private static func isShown(_ bytes: [UInt8]) -> Bool {
        let bytes = bytes.filter { $0 != 0 && $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\\") }
        if holdsSecret(bytes) { return true }
        guard bytes.contains(UInt8(ascii: "%")) else { return false }
        return String(decoding: bytes, as: UTF8.self).removingPercentEncoding.map { holdsSecret(Array($0.utf8)) }
            == true
    }

    private static func holdsSecret(_ bytes: [UInt8]) -> Bool {
        let secret = Array(secret.utf8)
        return bytes.indices.contains { bytes[$0] == secret[0] && bytes[$0...].starts(with: secret) }
    }
}
