import Foundation
import Testing

/// Words that no name in the sources has, because the field, or this library, has another word for the thing.
struct NameTests {
    /// Not in names of types.
    static let typeWords = [
        "adapter": "Policy", "client": "Webservice or Transport",
        "endpoint": "Resource", "handler": "a function's name",
        "interceptor": "Policy", "middleware": "Policy", "plugin": "Policy", "provider": "Webservice or Transport",
        "router": "Resource", "session": "Webservice or Transport", "story": "EventLog",
    ]

    /// Not in any name.
    static let words = [
        "behaviour": "behavior", "desk": "queue", "execute": "load or send", "fake": "Stub", "fire": "load or send",
        "helper": "what it does", "helpers": "what they do", "lodger": "PermitHolder", "manager": "what it does",
        "mapper": "parse", "misc": "what it is", "mock": "Stub", "nobody": "who doesn't", "params": "query or form",
        "patience": "a limit, or retries", "perform": "load or send", "pilot": "scheduler",
        "room": "permit, or capacity",
        "strand": "fiber", "strands": "fibers", "util": "what it does", "utils": "what they do", "whoever": "who",
        "whom": "who",
    ]

    /// Names that may have one of them, with the reason.
    static let allowed = [
        "ClientAuthentication": "RFC 6749's word", "ClientCertificate": "RFC 8446's word",
        "ClientSpan": "OpenTelemetry's word", "URLSessionTransport": "Foundation's name",
        "StubSession": "the pair of a StubServer, which keeps the cookies of one user",
        "Session": "the state of one encoding, which no user sees", "params": "the name in an archive (HAR 1.2)",
        "perform": "libcurl's word", "performDue": "libcurl's word",
    ]

    /// The names that are declared in a file, and whether each is a type's.
    static func declarations(in file: SourceFile) -> [(name: String, isType: Bool)] {
        let types: Set = ["struct", "enum", "class", "actor", "protocol", "typealias"]
        let others: Set = ["func", "var", "let", "case", "associatedtype"]
        return file.code.flatMap { line -> [(name: String, isType: Bool)] in
            let words = line.utf8.split { byte in
                !(0x30...0x39 ~= byte || 0x41...0x5A ~= byte || 0x61...0x7A ~= byte || byte == UInt8(ascii: "_"))
            }.map { String(decoding: $0, as: UTF8.self) }
            return zip(words, words.dropFirst()).compactMap { keyword, name in
                types.contains(keyword) ? (name, true) : others.contains(keyword) ? (name, false) : nil
            }
        }
    }

    /// The words of a name, in lower case.
    static func words(of name: String) -> [String] {
        var words: [String] = []
        let letters = Array(name)
        for (index, letter) in letters.enumerated() where letter != "_" {
            let isAfterLower = index > 0 && !letters[index - 1].isUppercase
            let isBeforeLower = index + 1 < letters.count && letters[index + 1].isLowercase
            let begins = words.isEmpty || letter.isUppercase && (isAfterLower || isBeforeLower)
            if begins || letters[index - 1] == "_" { words.append("") }
            words[words.count - 1] += letter.lowercased()
        }
        return words
    }

    /// What to write instead, if a name has a word that it shouldn't have.
    static func instead(of name: String, isType: Bool) -> String? {
        let found = words(of: name).lazy.compactMap { word in words[word] ?? (isType ? typeWords[word] : nil) }
        return found.first
    }

    @Test func `names have the words of the field`() {
        var used: Set<String> = []
        let files = SourceFile.all(in: "Sources")
        var count = 0
        for file in files {
            for (name, isType) in Self.declarations(in: file) {
                count += 1
                guard let word = Self.instead(of: name, isType: isType) else { continue }
                used.insert(name)
                #expect(Self.allowed[name] != nil, "\(file): \(name): write \(word)")
            }
            let name = file.path.split(separator: "/").last?.split(separator: ".").first.map(String.init) ?? ""
            let types = name.split(separator: "+").map(String.init).filter { Self.allowed[$0] == nil }
            for type in types where type.first?.isUppercase == true && !type.hasPrefix("URLSession") {
                #expect(Self.instead(of: type, isType: true) == nil, "\(file)")
            }
        }
        #expect(count > 10_000)
        #expect(used == Set(Self.allowed.keys))
    }

    @Test func `a word is found in a name, and not in a longer word`() {
        #expect(Self.words(of: "URLSessionHTTPMethod2_of") == ["url", "session", "http", "method2", "of"])
        #expect(
            Self.instead(of: "APIClient", isType: true) != nil && Self.instead(of: "clientID", isType: false) == nil)
        #expect(Self.instead(of: "mockServer", isType: false) != nil)
        #expect(Self.instead(of: "performed", isType: false) == nil)
        let file = SourceFile(path: "a.swift", text: "struct A { // class B\n    var mock = 1\n    case execute(C)\n}")
        #expect(Self.declarations(in: file).map(\.name) == ["A", "mock", "execute"])
    }
}
