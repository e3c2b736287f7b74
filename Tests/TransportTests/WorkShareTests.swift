import ResourcefulCurl
import Testing

/// How much a transfer takes at once.
struct WorkShareTests {
    private static func answers(_ count: Int, of size: Int, isCoded: Bool) -> [Bool] {
        var share = WorkShare()
        return (0..<count).map { _ in share.admits(size, isCoded: isCoded) }
    }

    @Test func `small pieces make way after two thousand, and then go on`() {
        let answers = Self.answers(3 * (WorkShare.limit + 1), of: 1, isCoded: false)
        let refused = answers.indices.filter { !answers[$0] }
        #expect(refused == [2_000, 4_001, 6_002])
    }

    @Test func `a coded body makes way after a quarter of a megabyte, a plain one does not`() {
        let coded = Self.answers(8, of: 65_536, isCoded: true)
        #expect(coded.firstIndex(of: false) == 3)
        #expect(!Self.answers(100, of: 65_536, isCoded: false).contains(false))
    }
}
