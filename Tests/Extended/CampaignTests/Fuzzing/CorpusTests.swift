import ResourcefulTesting
import Testing

@testable import FuzzTargets

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What the fuzzer has kept, read once more: the longer campaigns are made by Tests/Fuzzing/run.
@Suite(.permit, .blocking) struct CorpusTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Fuzzing/Corpus")

    @Test(arguments: FuzzTarget.all)
    func `no input that the fuzzer has kept breaks a property`(target: FuzzTarget) throws {
        let folder = Self.folder.appending(path: target.name)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(names.count > 2)
        for name in names {
            let bytes = [UInt8](try Data(contentsOf: folder.appending(path: name)))
            do throws(Violation) {
                try target.check(bytes)
            } catch {
                Issue.record("\(name): \(error)")
            }
        }
    }

    @Test func `each target has a corpus, and each corpus but that of JSON a target`() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
        #expect(names.filter { $0 != "JSON" }.sorted() == FuzzTarget.all.map(\.name).sorted())
    }

    @Test(arguments: FuzzTarget.all) func `nothing, and a byte of any value, breaks no property`(target: FuzzTarget) {
        #expect(throws: Never.self) { try target.check([]) }
        for byte in UInt8.min...(.max) {
            #expect(throws: Never.self) { try target.check([byte]) }
        }
    }
}
