import JSONDifferential
import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A small campaign of those that Tests/Fuzzing makes with millions of documents, and all that its fuzzer has kept.
struct JSONDifferentialTests {
    private let differential = Differential()

    @Test(arguments: [UInt64(1), 2, 3].prefix(Effort.isReduced ? 1 : 3))
    func `made-up documents are read as JSONDecoder reads them`(seed: UInt64) {
        var generator = Generator(seed: seed)
        var verdicts: [Grammar.Verdict] = []
        let count = Effort.size(reduced: 150, usual: 800, full: 4_000)
        for _ in 0..<count {
            let document = generator.next()
            verdicts.append(Grammar.verdict(on: document))
            guard let difference = differential.difference(on: document) else { continue }
            let shortest = differential.shrunk(document)
            Issue.record("\(String(decoding: shortest, as: UTF8.self)) \(shortest): \(difference)")
            return
        }
        #expect(verdicts.count(where: \.isAccepted) > count / 4)
        #expect(verdicts.count { !$0.isAccepted } > count / 8)
        #expect(verdicts.contains { $0.hasTwins })
    }

    @Test func `the fuzzer's corpus finds nothing`() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Fuzzing/Corpus/JSON")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(names.count > 100)
        for name in Effort.isReduced ? names.sorted().prefix(names.count / 6) : names[...] {
            let bytes = [UInt8](try Data(contentsOf: folder.appending(path: name)))
            #expect(differential.difference(on: bytes) == nil, "\(name)")
            #expect(differential.problemOfPlaces(in: bytes) == nil, "\(name)")
        }
    }
}
