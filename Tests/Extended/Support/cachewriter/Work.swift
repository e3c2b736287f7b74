import ResourcefulDisk
import ResourcefulLoading

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

/// What a process does with a cache.
struct Work: Sendable {
    let cache: DiskCache

    /// Prints the counters.
    func printSums() async {
        for counter in 0..<4 { print(await cache.entry(for: counterKey(counter)).map(Self.number) ?? 0) }
    }

    /// Writes small entries, and then a larger one than files may be.
    static func limited(_ folder: String, _ capacity: Int) async {
        let warnings = Locked(0)
        let cache = DiskCache(
            folder: URL(filePath: folder), capacity: capacity, warning: { _ in warnings.withLock { $0 += 1 } })
        let work = Work(cache: cache)
        await work.count(1)
        let before = await cache.entry(for: work.counterKey(0))
        signal(SIGXFSZ, SIG_IGN)
        var limit = rlimit(rlim_cur: 2_000, rlim_max: 2_000)
        #if canImport(Glibc)
            setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
        #else
            setrlimit(RLIMIT_FSIZE, &limit)
        #endif
        for number in 0..<3 {
            await cache.update(work.counterKey(number)) { entry in
                var entry = entry
                entry?.responses[0].response.body = Data(count: 100_000)
                return entry
            }
        }
        let after = await cache.entry(for: work.counterKey(0))
        print("found before: \(before != nil), found after: \(after != nil), warnings: \(warnings.withLock { $0 })")
    }

    private func counterKey(_ number: Int) -> CacheKey { CacheKey(url: "https://example.org/counter/\(number)") }

    private static func number(_ entry: CacheEntry) -> UInt64 {
        entry.responses.first.flatMap { UInt64(String(decoding: $0.response.body, as: UTF8.self)) } ?? 0
    }

    /// Adds one to each counter, so many times.
    func count(_ times: UInt64) async {
        for time in 0..<times * 4 {
            await cache.update(counterKey(Int(time % 4))) { entry in
                let sum = (entry.map(Self.number) ?? 0) + 1
                return CacheEntry(responses: [
                    StoredResponse(response: Response(body: Data("\(sum)".utf8)), requested: Date(), received: Date())
                ])
            }
        }
    }

    /// Invalidates URLs of its own, and in the middle one of the counters.
    func change(writer: UInt64, _ times: UInt64) async {
        for time in 0..<times {
            let date = Date()
            let url = "https://example.org/" + (time == times / 2 ? "counter/\(writer)" : "gone/\(writer)/\(time)")
            for key in [CacheKey(url: url), CacheKey(url: url, qualifier: "any query")] {
                await cache.update(key) { _ in CacheEntry(invalidated: date) }
            }
        }
    }

    /// Changes and reads at random.
    func run(writer: UInt64, seconds: Double) async {
        let end = Date() + seconds
        var random = Numbers(state: writer)
        var sequence: UInt64 = 0
        while Date() < end {
            let number = random.next() % keyCount
            sequence += 1
            switch random.next() % 64 {
            case 0: await cache.remove(.under(URL(string: "https://example.org/\(random.next() % 4)/")!))
            case 1..<4: await cache.update(key(number)) { _ in nil }
            case 4..<32:
                let value = value(of: number, writer: writer, sequence: sequence)
                await cache.update(key(number)) { before in
                    Self.verify(before, number)
                    return value
                }
            default: Self.verify(await cache.entry(for: key(number)), number)
            }
            if sequence == 1 { _ = Array("ready\n".utf8).withUnsafeBytes { write(1, $0.baseAddress, $0.count) } }
        }
    }

    /// Reads all; returns how many there are.
    func check() async -> Int {
        var found = 0
        for number in 0..<keyCount {
            let entry = await cache.entry(for: key(number))
            Self.verify(entry, number)
            found += entry == nil ? 0 : 1
        }
        return found
    }

    private static func verify(_ entry: CacheEntry?, _ number: UInt64) {
        guard let entry else { return }
        let words = entry.responses.first?.response.headerFields["X-Made"]?.split(separator: " ").compactMap {
            UInt64($0)
        }
        let made = words.flatMap { $0.count == 2 ? value(of: number, writer: $0[0], sequence: $0[1]) : nil }
        guard let made, made.responses[0].response == entry.responses[0].response, entry.responses.count == 1 else {
            DiskCache.printWarning("nobody wrote this under \(number): \(entry)")
            exit(1)
        }
    }
}
