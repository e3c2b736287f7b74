/// Entries of caches, for the laws of stores.
enum CacheSamples {
    /// A response that was requested a moment ago, later than any other one so far.
    static func response(_ text: String, selecting: HeaderFields = [:]) async -> StoredResponse {
        // The clocks of file systems and servers are coarser than ours.
        try? await Task.sleep(for: .milliseconds(2))
        let now = Date()
        return StoredResponse(
            selecting: selecting,
            response: Response(
                headerFields: ["Content-Type": "text/plain", "Cache-Control": "max-age=60"], body: Data(text.utf8),
                url: URL(string: "https://example.org/")),
            requested: now, received: now)
    }

    static func entry(_ text: String) async -> CacheEntry { CacheEntry(responses: [await response(text)]) }

    static func entries(_ count: Int) async -> [CacheEntry] {
        var entries: [CacheEntry] = []
        for index in 0..<count { entries.append(await entry("\(index)")) }
        return entries
    }

    /// Entries that differ in each of their parts.
    static func all(numbers: SplitMix64) async -> [CacheEntry] {
        var (numbers, all) = (numbers, [await entry("one response")])
        var response = await response("Überraschung\r\n\0")
        response.method = .post
        response.response.status = 404
        response.response.headerFields = [
            "x-lower": "", "X-UPPER": " a  b ", "Set-Cookie": "a=1", "Set-Cookie": "b=2", "Vary": "accept, X-Ü",
        ]
        response.response.url = nil
        all.append(CacheEntry(responses: [response]))
        for size in [0, 1, 255, 256, 65_536, 200_000] {
            response.response.body = Data((0..<size).map { _ in UInt8.random(in: 0...255, using: &numbers) })
            all.append(CacheEntry(responses: [response]))
        }
        response.received += 1.0 / 3
        response.response.body = Data("later".utf8)
        all.append(CacheEntry(responses: [response], invalidated: response.requested + 1e-6))
        var variants: [StoredResponse] = []
        for language in ["de", "fr", "zh-Hans"] {
            variants.append(await Self.response(language, selecting: ["Accept-Language": .init(language)]))
        }
        all.append(CacheEntry(responses: variants))
        // The next one has no responses, and says from when on they may be kept.
        all.append(CacheEntry(invalidated: Date() + 60))
        return all
    }

    static func shown(_ entry: CacheEntry?) -> String {
        guard let entry else { return "nil" }
        let responses = entry.responses.map { stored in
            let text = String(decoding: stored.response.body.prefix(30), as: UTF8.self)
            let fields = stored.response.headerFields.map { "\($0.name): \($0.value)" }.joined(separator: ", ")
            let size = stored.response.body.count
            return "\(stored.method) \(stored.response.status), \(size) bytes (\"\(text)\"), \(fields)"
        }
        let invalidation = entry.invalidated.map { ", invalidated at \($0.timeIntervalSinceReferenceDate)" } ?? ""
        return "an entry of [\(responses.joined(separator: "; "))]\(invalidation)"
    }
}
