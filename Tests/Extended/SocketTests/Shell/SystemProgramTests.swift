import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The system's programs find what our codings and digests find.
@Suite(.permit, .blocking) struct SystemProgramTests {
    @Test(.enabled(if: Shell.has("gzip"), "there is no gzip here"))
    func `the system's gzip agrees`() throws {
        for content in SampleBytes.compressible {
            let (coded, decoded) = (Shell.temporaryFile(), Shell.temporaryFile())
            defer { for file in [coded, decoded] { try? FileManager.default.removeItem(at: file) } }
            try Shell.write(Gzip.compressed(content), to: coded)
            #expect(try Shell.run("gzip -dc <\(coded.path) >\(decoded.path)") == 0)
            #expect(try Data(contentsOf: decoded) == content)
        }
    }

    @Test(.enabled(if: Shell.has("sha256sum"), "there is no sha256sum here"))
    func `at every length the digest is that of another implementation`() throws {
        let bytes = (0..<200).map { UInt8(truncatingIfNeeded: $0 * 151 + 7) }
        let folder = Shell.temporaryFile()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for count in 0...200 {
            try Shell.write(Data(bytes.prefix(count)), to: folder.appending(path: "\(1_000 + count)"))
        }
        try Shell.run("cd \(folder.path) && sha256sum 1* >digests")
        let digests = folder.appending(path: "digests")
        let lines = try String(decoding: Data(contentsOf: digests), as: UTF8.self).split(separator: "\n")
        #expect(
            lines.map { $0.prefix(64) }
                == (0...200).map { Hexadecimal.text(of: SHA256.digest(of: bytes.prefix($0)))[...] })
    }
}
