import ResourcefulTesting

#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// Contents that a compression may get wrong.
package enum SampleBytes {
    package static let compressible: [Data] = {
        var random = SplitMix64(seed: 31)
        let noise = { (count: Int) in Data((0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }) }
        let text = Data((0..<8_000).map { "{\"id\":\($0),\"title\":\"episode \($0 % 7)\"}," }.joined().utf8)
        let contents = [Data(), Data([0]), Data("abc".utf8), Data(repeating: 7, count: 100_000), noise(70_000), text]
        let far = noise(32_768)
        let mixed = (0..<20).map { index in
            var piece = noise(Int(index) * 37)
            piece += Data(repeating: UInt8(index), count: Int(index) * 41)
            return piece + piece
        }
        // A repetition from as far back as there can be, and one from farther.
        return contents + [far + far, far + [1] + far, mixed.reduce(Data(), +)]
    }()
}
