import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct SnapshotTests {
    @Test func `a text is recorded once, compared afterwards, and a difference is shown line by line`() throws {
        let folder = URL(filePath: "/tmp/resourceful-\(UInt64.random(in: 0 ... .max))")
        defer { try? FileManager.default.removeItem(at: folder) }
        let test = folder.appending(path: "SomeTests.swift").path
        let check = { try assertSnapshot(of: $0, named: "a/b ü", filePath: test) }
        let first = #expect(throws: SnapshotMismatch.self) { try check("one\r\ntwo\r\n\r\nthree") }
        #expect(first?.changes == [])
        #expect(first?.file == folder.path + "/Snapshots/SomeTests/a-b--.txt")
        try check("one\r\ntwo\r\n\r\nthree")
        try check("one\ntwo\n\nthree")
        let second = #expect(throws: SnapshotMismatch.self) { try check("one\n2\n\nthree\nfour") }
        #expect(second?.changes == ["  one", "- two", "+ 2", "  ", "  three", "+ four"])
        #expect(second?.description.hasSuffix("\n  one\n- two\n+ 2\n  \n  three\n+ four") == true)
    }
}
