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

    @Test func `a character that is spelled otherwise is a difference, and one that can be seen`() throws {
        let folder = URL(filePath: "/tmp/resourceful-\(UInt64.random(in: 0 ... .max))")
        defer { try? FileManager.default.removeItem(at: folder) }
        let test = folder.appending(path: "SomeTests.swift").path
        let check = { try assertSnapshot(of: $0, named: "a", filePath: test) }
        _ = try? check("ü\ncaf\u{E9}\nü 2")
        try check("ü\r\ncaf\u{E9}\r\nü 2")
        let error = #expect(throws: SnapshotMismatch.self) { try check("ü\ncafe\u{301}\nü 3") }
        #expect(error?.changes == ["  ü", #"- caf\u{E9}"#, "- ü 2", #"+ cafe\u{301}"#, "+ ü 3"])
        let file = try #require(error?.file)
        try Data([0x61, 0xE9, 0x62]).write(to: URL(filePath: file))
        let broken = #expect(throws: SnapshotMismatch.self) { try check("a\u{FFFD}b") }
        #expect(broken?.changes == [#"- a\xE9b"#, #"+ a\u{FFFD}b"#])
    }
}
