import ResourcefulLoading

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// How many keys the writers use.
let keyCount: UInt64 = 40

func key(_ number: UInt64) -> CacheKey { CacheKey(url: "https://example.org/\(number % 4)/\(number)") }

/// What a writer writes under a key, all of which follows from three numbers: so whoever reads it knows every byte.
func value(of key: UInt64, writer: UInt64, sequence: UInt64) -> CacheEntry {
    var random = Numbers(state: key &* 1_000_003 ^ writer &* 7_919 ^ sequence &<< 20)
    // Most are small, some large.
    let count = Int(random.next() % (random.next() % 8 == 0 ? 20_000 : 1_500))
    let body = Data((0..<(count + 7) / 8).flatMap { _ in withUnsafeBytes(of: random.next(), Array.init) })
    let response = Response(
        headerFields: ["X-Key": "\(key)", "X-Made": "\(writer) \(sequence)"], body: body,
        url: URL(string: "https://example.org/\(key)"))
    return CacheEntry(responses: [StoredResponse(response: response, requested: Date(), received: Date())])
}

/// Random numbers that follow from the first.
struct Numbers {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}
