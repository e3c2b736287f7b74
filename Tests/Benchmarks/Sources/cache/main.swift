// What a hit costs in the stores of the cache, beside what one would do by hand: medians, measured in turn.
//
//     swift run -c release cache               a table
//     swift run -c release cache disk 100000   so many hits of 1 KB on disk, for an instruction counter
//     swift run -c release cache memory 100000: the same in memory
import Foundation
import ResourcefulDisk
import ResourcefulLoading
import Synchronization

/// One way to find a body of a size again.
struct Contender: Sendable {
    let name: String
    /// How many bytes it found.
    let hit: @Sendable (_ number: Int) async -> Int
}

func key(_ number: Int) -> CacheKey { CacheKey(url: "https://api.example.org/v2/articles/\(number).json?lang=en") }

func entry(_ count: Int) -> CacheEntry {
    let fields: HeaderFields = [
        "Date": "Sat, 21 Nov 2026 14:00:00 GMT", "Content-Type": "application/json; charset=utf-8",
        "Content-Length": "\(count)", "Cache-Control": "public, max-age=300", "ETag": "\"5f3c-1b2a3c4d5e6f7\"",
        "Last-Modified": "Fri, 20 Nov 2026 09:12:44 GMT", "Vary": "Accept-Encoding", "Server": "nginx",
    ]
    let body = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    return CacheEntry(responses: [
        StoredResponse(
            selecting: ["Accept-Encoding": "gzip"],
            response: Response(headerFields: fields, body: body, url: URL(string: key(1).url)), requested: Date(),
            received: Date())
    ])
}

/// As many entries as a program may use at a time.
let keys = (0..<100).map(key)

final class Box { let entry: CacheEntry; init(_ entry: CacheEntry) { self.entry = entry } }
/// NSCache has a lock of its own.
final class Boxes: @unchecked Sendable { let cache = NSCache<NSString, Box>() }

func inMemory(_ count: Int) async -> [Contender] {
    let dictionary = Mutex<[CacheKey: CacheEntry]>([:])
    let (boxes, cache, value) = (Boxes(), MemoryCache(capacity: 256 << 20), entry(count))
    for key in keys {
        dictionary.withLock { $0[key] = value }
        boxes.cache.setObject(Box(value), forKey: key.url as NSString)
        await cache.update(key) { _ in value }
    }
    let shared = Shared(dictionary)
    return [
        Contender(name: "Dictionary under a lock") { number in
            shared.entries.withLock { $0[keys[number]] }?.responses[0].response.body.count ?? 0
        },
        Contender(name: "NSCache") { number in
            boxes.cache.object(forKey: keys[number].url as NSString)?.entry.responses[0].response.body.count ?? 0
        },
        Contender(name: "MemoryCache") { number in
            await cache.entry(for: keys[number])?.responses[0].response.body.count ?? 0
        },
    ]
}

final class Shared: Sendable {
    let entries: Mutex<[CacheKey: CacheEntry]>
    init(_ entries: consuming Mutex<[CacheKey: CacheEntry]>) { self.entries = entries }
}

func onDisk(_ count: Int, in folder: URL) async -> [Contender] {
    let (cache, value) = (DiskCache(folder: folder.appending(path: "cache")), entry(count))
    var files: [String] = []
    for (number, key) in keys.enumerated() {
        await cache.update(key) { _ in value }
        let file = folder.appending(path: "file-\(number)")
        try? value.responses[0].response.body.write(to: file)
        files.append(file.path)
    }
    let (paths, urls) = (files, files.map { URL(filePath: $0) })
    return [
        Contender(name: "open, fstat, read, close") { number in rawRead(paths[number]) },
        Contender(name: "Data(contentsOf:)") { number in (try? Data(contentsOf: urls[number]).count) ?? 0 },
        Contender(name: "DiskCache") { number in
            await cache.entry(for: keys[number])?.responses[0].response.body.count ?? 0
        },
    ]
}

func rawRead(_ path: String) -> Int {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    defer { close(descriptor) }
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0, let memory = malloc(Int(status.st_size)) else { return 0 }
    defer { free(memory) }
    return read(descriptor, memory, Int(status.st_size))
}

/// Nanoseconds of a hit, the medians of many rounds of all in turn.
func measure(_ contenders: [Contender], hits: Int) async -> [Double] {
    var times = contenders.map { _ in [Double]() }
    for _ in 0..<41 {
        for (place, contender) in contenders.enumerated() {
            var sum = 0
            let start = ContinuousClock.now
            for number in 0..<hits { sum += await contender.hit(number % keys.count) }
            times[place].append((ContinuousClock.now - start) / .nanoseconds(hits))
            guard sum > 0 else { return [] }
        }
    }
    return times.map { $0.sorted()[20] }
}

func table(in folder: URL) async {
    print("a hit                           1 KB    100 KB")
    let inMemory = (await inMemory(1_000), await inMemory(100_000))
    await rows(inMemory.0, inMemory.1, hits: 20_000)
    let onDisk = (
        await onDisk(1_000, in: folder.appending(path: "1")), await onDisk(100_000, in: folder.appending(path: "100"))
    )
    await rows(onDisk.0, onDisk.1, hits: 500)
    print("\nfrom load to value, all of it")
    let loads = (
        await loads(1_000, in: folder.appending(path: "loads-1")),
        await loads(100_000, in: folder.appending(path: "loads-100"))
    )
    await rows(loads.0, loads.1, hits: 200)
}

func rows(_ small: [Contender], _ large: [Contender], hits: Int) async {
    let (one, hundred) = (await measure(small, hits: hits), await measure(large, hits: hits))
    for (place, contender) in small.enumerated() where place < one.count && place < hundred.count {
        let name = contender.name.padding(toLength: 26, withPad: " ", startingAt: 0)
        let columns = [one[place], hundred[place]].map { time in
            let text = "\(Int(time)) ns"
            return String(repeating: " ", count: max(0, 10 - text.count)) + text
        }
        print(name + columns.joined())
    }
}

let folder = URL(filePath: "/tmp/resourceful-cache-benchmark-\(getpid())")
for name in ["1", "100"] {
    try FileManager.default.createDirectory(at: folder.appending(path: name), withIntermediateDirectories: true)
}
let arguments = Array(CommandLine.arguments[1...])
Task.detached {
    switch (arguments.first, arguments.last.flatMap(Int.init)) {
    case ("disk", let count?):
        let hit = await onDisk(1_000, in: folder.appending(path: "1"))[2].hit
        for number in 0..<count { _ = await hit(number % keys.count) }
    case ("memory", let count?):
        let hit = await inMemory(1_000)[2].hit
        for number in 0..<count { _ = await hit(number % keys.count) }
    default: await table(in: folder)
    }
    try? FileManager.default.removeItem(at: folder)
    exit(0)
}
dispatchMain()
