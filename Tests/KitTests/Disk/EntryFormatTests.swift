import Foundation
import ResourcefulLoading
import Testing

@testable import ResourcefulDisk

/// Bytes that are an entry, and bytes that are none.
struct EntryFormatTests {
    private static let key = CacheKey(url: "https://example.org/episodes.json?page=1", qualifier: "someone")
    private static let entry = CacheEntry(
        responses: [
            CacheSample.response("large", count: 2_000, at: 3, selecting: ["Accept": "*/*", "accept": ""]),
            StoredResponse(
                method: "QUERY",
                response: Response(status: 404, headerFields: ["A": "é", "Set-Cookie": "a", "a": "b"]),
                requested: CacheSample.time(-1e9), received: CacheSample.time(1.25)),
            CacheSample.response("small", at: 1),
        ], invalidated: CacheSample.time(0.1))

    private func decode(_ bytes: [UInt8], key: CacheKey = key) -> CacheEntry? {
        CacheEntry(Data(bytes), for: key)
    }

    @Test func `an entry is read as it was written, but for what is not kept`() throws {
        for entry in [Self.entry, CacheEntry(), CacheEntry(invalidated: .distantPast), CacheSample.entry(count: 1)] {
            for key in [Self.key, CacheKey(url: "", qualifier: ""), CacheKey(url: "é", qualifier: "")] {
                #expect(CacheEntry(entry.data(for: key), for: key) == entry)
            }
        }
        let head = try EntryFormat.head(FileBytes(EntryFormat.encoded(Self.entry, key: Self.key)))
        #expect(head.key == Self.key && head.received == Self.entry.received)
        #expect(head.invalidated == Self.entry.invalidated)
    }

    @Test func `a body can be changed, grown and outlives the file's other bytes`() throws {
        let entry = try #require(decode(EntryFormat.encoded(Self.entry, key: Self.key)))
        var body = entry.responses[0].response.body
        let copy = body
        #expect(body.startIndex == 0 && body.count == 2_000)
        body[0] = 0
        body.append(Data(repeating: 1, count: 10_000))
        #expect(copy == Self.entry.responses[0].response.body && body.count == 12_000 && body[0] == 0)
        #expect(body[5..<2_000] == copy[5...])
    }

    @Test func `of any length but its own it is none`() {
        let bytes = EntryFormat.encoded(Self.entry, key: Self.key)
        for count in 0..<bytes.count { #expect(decode(Array(bytes[..<count])) == nil) }
        #expect(decode(bytes + [0]) == nil && decode(bytes + bytes) == nil)
    }

    @Test func `with any bit changed it is none`() {
        let bytes = EntryFormat.encoded(
            CacheEntry(responses: Array(Self.entry.responses[1...]), invalidated: CacheSample.time(0)), key: Self.key)
        var damaged = bytes
        for bit in 0..<bytes.count * 8 {
            damaged[bit / 8] ^= 1 << (bit % 8)
            if let entry = decode(damaged) { Issue.record("bit \(bit) was not missed: \(entry)") }
            damaged[bit / 8] = bytes[bit / 8]
        }
        #expect(decode(damaged) != nil)
    }

    @Test func `the entry of another key is none`() {
        let bytes = EntryFormat.encoded(Self.entry, key: Self.key)
        #expect(decode(bytes, key: CacheKey(url: Self.key.url)) == nil)
        #expect(decode(bytes, key: CacheKey(url: Self.key.url + "1", qualifier: Self.key.qualifier)) == nil)
        #expect(decode(bytes, key: CacheKey(url: Self.key.url + Self.key.qualifier)) == nil)
    }

    /// The checksum is made right again, so that what is behind it is reached.
    private func mended(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.count >= EntryFormat.start else { return bytes }
        let word = { (place: Int) in
            bytes.withUnsafeBytes { UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: place, as: UInt64.self)) }
        }
        let sum = Array(bytes[EntryFormat.start...]).withUnsafeBytes {
            Checksum.sum(of: $0, after: word(0), word(8))
        }
        return bytes[..<16] + withUnsafeBytes(of: sum.littleEndian, Array.init) + bytes[24...]
    }

    @Test func `no bytes with a right checksum trap, and what they say is in the bounds`() {
        var numbers = SeededNumbers(seed: 1)
        let bytes = EntryFormat.encoded(
            CacheEntry(responses: Array(Self.entry.responses[1...]), invalidated: CacheSample.time(0)), key: Self.key)
        #expect(decode(mended(bytes)) != nil)
        var found = 0
        for _ in 0..<Effort.rounds(20_000) {
            var damaged = bytes
            for _ in 0..<Int.random(in: 1...3, using: &numbers) {
                let place = Int.random(in: 24..<damaged.count, using: &numbers)
                switch Int.random(in: 0..<6, using: &numbers) {
                case 0: damaged[place] = 0xFF
                case 1: damaged[place] = 0
                case 2: damaged[place] ^= 1 << UInt8.random(in: 0..<8, using: &numbers)
                case 3:
                    damaged.replaceSubrange(place..<min(place + 8, damaged.count), with: repeatElement(0xFF, count: 8))
                case 4: damaged.removeSubrange(place..<min(place + 4, damaged.count))
                default: damaged.insert(contentsOf: repeatElement(0x7F, count: 4), at: place)
                }
                if damaged.count <= 40 { break }
            }
            guard let entry = decode(mended(damaged)) else { continue }
            found += 1
            #expect(entry.responses.allSatisfy { $0.requested.timeIntervalSinceReferenceDate.isFinite })
            #expect(entry.responses.reduce(0) { $0 + $1.response.body.count } <= damaged.count)
        }
        // What changed letters and dates only is still an entry.
        #expect((Effort.rounds(1_000)..<Effort.rounds(19_000)).contains(found))
    }

    @Test func `random bytes are none`() {
        var numbers = SeededNumbers(seed: 2)
        let start = Array(EntryFormat.encoded(Self.entry, key: Self.key)[..<16])
        for _ in 0..<Effort.rounds(5_000) {
            let count = Int.random(in: 0..<200, using: &numbers)
            let random = (0..<count).map { _ in UInt8.random(in: 0...255, using: &numbers) }
            #expect(decode(random) == nil && decode(mended(start + random)) == nil)
        }
    }

    @Test func `a checksum tells any change of a word, and of the length`() {
        var numbers = SeededNumbers(seed: 3)
        for count in [0, 1, 7, 8, 9, 63, 64, 65, 127, 128, 200] {
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &numbers) }
            let sum = { (bytes: [UInt8]) in bytes.withUnsafeBytes { Checksum.sum(of: $0, after: 1, 2) } }
            for place in 0..<count {
                var changed = bytes
                changed[place] = ~changed[place]
                #expect(sum(changed) != sum(bytes))
            }
            #expect(sum(bytes + [0]) != sum(bytes))
        }
    }
}
