import ResourcefulTesting
import Testing

@testable import ResourcefulJSON

/// The search for bytes, many of which are compared at once.
struct ByteSearchTests {
    /// Bytes that differ from those that are searched for by one, by the sign, or by a bit.
    private static let others: [UInt8] = [0x00, 0x09, 0x0B, 0x0C, 0x0E, 0x7F, 0x80, 0x8A, 0x8D, 0xFF]

    @Test func `the first of two bytes is found at every place of every length, from every start`() {
        for count in Effort.isReduced ? Array(0...9) + Array(30...41) + [64, 65, 70] : Array(0...80) {
            var mistakes: [[Int]] = []
            for place in 0...count {
                let bytes = (0..<count).map { index -> UInt8 in
                    index < place ? Self.others[index % Self.others.count] : index % 2 == 0 ? 0x0A : 0x0D
                }
                bytes.withUnsafeBytes { bytes in
                    for start in 0...count {
                        let either = max(place, start)
                        let one = min(either + either % 2, count)
                        let isRight =
                            ByteSearch.firstIndex(of: 0x0A, in: bytes, from: start) == one
                            && ByteSearch.firstIndex(of: 0x0D, or: 0x0A, in: bytes, from: start) == either
                        if !isRight { mistakes.append([place, start]) }
                    }
                }
            }
            #expect(mistakes.isEmpty, "of \(count) bytes: place, start")
        }
    }

    @Test func `every byte is found among all others`() {
        for wanted in UInt8.min...UInt8.max {
            let bytes = Array(repeating: wanted &+ 1, count: 45) + [wanted &- 1, wanted ^ 0x80, wanted]
            bytes.withUnsafeBytes { #expect(ByteSearch.firstIndex(of: wanted, in: $0) == 47) }
        }
    }

    @Test func `bytes are counted at every place of every length`() {
        for count in Array(0...70) + [4_063, 4_064, 4_079, 4_080, 4_081, 8_200] {
            let wanted = [UInt8](repeating: 0x0A, count: count)
            #expect(wanted.withUnsafeBytes { ByteSearch.count(of: 0x0A, in: $0) } == count)
            let bytes = (0..<count).map { $0 % 3 == 0 ? 0x0A : Self.others[$0 % Self.others.count] }
            #expect(bytes.withUnsafeBytes { ByteSearch.count(of: 0x0A, in: $0) } == (count + 2) / 3)
        }
    }
}
