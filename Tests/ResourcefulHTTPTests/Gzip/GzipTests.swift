import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct GzipTests {
    private static let contents: [Data] = {
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

    @Test(arguments: contents) func `what is compressed is undone by others`(content: Data) throws {
        #expect(try Inflate.gunzipped(Gzip.compressed(content)) == content)
    }

    @Test(arguments: contents) func `what is compressed without zlib is undone by others, and is not much larger`(
        content: Data
    ) throws {
        let encoder = Gzip.Encoder(usesZlib: false)
        var output: [UInt8] = []
        content.withUnsafeBytes { encoder.append($0, to: &output) }
        encoder.finish(into: &output)
        #expect(try Inflate.gunzipped(Data(output)) == content)
        // From as far back as there can be, zlib repeats nothing.
        if content.count != 65_536 { #expect(Gzip.compressed(content).count <= output.count + 20) }
    }

    @Test func `pieces of any size make the same bytes`() throws {
        var random = SplitMix64(seed: 32)
        for content in Self.contents {
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

    @Test(.enabled(if: Shell.has("gzip"), "there is no gzip here"))
    func `the system's gzip agrees`() throws {
        for content in Self.contents {
            let (coded, decoded) = (Shell.temporaryFile(), Shell.temporaryFile())
            defer { for file in [coded, decoded] { try? FileManager.default.removeItem(at: file) } }
            try Shell.write(Gzip.compressed(content), to: coded)
            #expect(try Shell.run("gzip -dc <\(coded.path) >\(decoded.path)") == 0)
            #expect(try Data(contentsOf: decoded) == content)
        }
    }
}
