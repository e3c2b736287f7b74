import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct GzipTests {
    @Test func `what is compressed is undone by others`() throws {
        for content in SampleBytes.compressible {
            #expect(try Inflate.gunzipped(Gzip.compressed(content)) == content)
        }
    }

    @Test func `what is written without zlib is undone by others, and is hardly larger`() {
        checkEach(SampleBytes.compressible.indices) { index throws in
            let content = SampleBytes.compressible[index]
            let encoder = Gzip.Encoder(usesZlib: false)
            var output: [UInt8] = []
            content.withUnsafeBytes { encoder.append($0, to: &output) }
            encoder.finish(into: &output)
            #expect(try Inflate.gunzipped(Data(output)) == content, "\(index)")
            #expect(output.count <= content.count + content.count / 10_000 + 28, "\(index)")
            #expect(Gzip.compressed(content).count <= output.count + 20, "\(index)")
        }
    }

    @Test func `pieces of any size make the same bytes`() throws {
        var random = SplitMix64(seed: 32)
        for content in SampleBytes.compressible {
            let encoder = Gzip.Encoder()
            var output: [UInt8] = []
            var rest = Array(content)[...]
            while !rest.isEmpty {
                let piece = rest.prefix(Int.random(in: 1...50_000, using: &random))
                encoder.append(piece, to: &output)
                rest = rest.dropFirst(piece.count)
            }
            encoder.finish(into: &output)
            #expect(Data(output) == Gzip.compressed(content))
        }
    }

    @Test func `what repeats itself becomes small, and what does not hardly larger`() {
        let text = Data(String(repeating: "the same again and again ", count: 4_000).utf8)
        #expect(Gzip.compressed(text).count < text.count / 50)
        var random = SplitMix64(seed: 33)
        let noise = Data((0..<200_000).map { _ in UInt8.random(in: 0...255, using: &random) })
        #expect(Gzip.compressed(noise).count < noise.count + 100)
    }
}
