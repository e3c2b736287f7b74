import Testing

/// What the compiler takes on trust: each place is known, and Docs/Architecture.md says why it is right.
struct PromiseTests {
    static let words = [
        "@unchecked", "nonisolated(unsafe)", "@exclusivity(unchecked)", "unsafeBitCast", "unsafeDowncast",
    ]

    /// How many there are in each file.
    static let known = [
        "ResourcefulJSON/Document/JSONDocument.swift": 1,
        "ResourcefulJSON/Decode/JSONDecoding.swift": 3,
        "ResourcefulJSON/Text/SixteenBytes.swift": 1,
        "ResourcefulJSON/Encode/Encoder.Part.swift": 5,
        "ResourcefulJSON/Encode/Kind.swift": 1,
        "ResourcefulJSON/Encode/KeyNames.swift": 3,
        "ResourcefulJSON/Encode/Session.swift": 2,
        "ResourcefulHTTP/Gzip/Gzip.swift": 1,
        "ResourcefulCore/Plan/Bind.swift": 2,
        "ResourcefulCore/Plan/Next.swift": 2,
        "ResourcefulCore/Plan/Plan.swift": 1,
        "ResourcefulCore/Plan/Step.swift": 2,
        "ResourcefulLoading/Upload/UploadStream.swift": 1,
        "ResourcefulCurl/BodyPipe.swift": 1,
        "ResourcefulCurl/ContentDecoder.swift": 1,
        "ResourcefulCurl/CurlLoop.swift": 6,
        "ResourcefulCurl/EasyHandle.swift": 1,
        "ResourcefulCurl/MultiHandle.swift": 3,
        "ResourcefulCurl/TLSSessions.swift": 1,
        "ResourcefulCurl/Transfer.swift": 6,
        "ResourcefulCurl/WholeBody.swift": 2,
        "ResourcefulURLSession/Exchanges.swift": 1,
        "ResourcefulURLSession/TLS+Challenge.swift": 1,
        "ResourcefulURLSession/UploadPump.swift": 1,
        "ResourcefulTesting/LoopbackServer/ServerThread.swift": 1,
    ]

    @Test func `nothing is promised to the compiler beyond a list`() {
        var found: [String: Int] = [:]
        for file in SourceFile.all(in: "Sources") where Self.words.contains(where: file.has) {
            let count = file.code.count { line in Self.words.contains(where: line.has) }
            if count > 0 { found[String(file.path.dropFirst("Sources/".count))] = count }
        }
        for (file, count) in found.merging(Self.known, uniquingKeysWith: { count, _ in count }) {
            #expect(count == Self.known[file] && found[file] != nil, "\(file): \(found[file] ?? 0)")
        }
    }

    @Test func `the architecture names every file that promises something`() throws {
        let text = try #require(SourceFile.all(in: "Docs", ending: "Architecture.md").first).text
        for file in Self.known.keys {
            let name = file.split(separator: "/").last.map(String.init) ?? file
            #expect(text.has("`\(name.dropLast(".swift".count))`"), "\(name)")
        }
    }
}
