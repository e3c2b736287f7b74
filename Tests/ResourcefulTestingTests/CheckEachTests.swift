import ResourcefulLoading
import TestSupport
import Testing

/// The loop over the cases of a test.
struct CheckEachTests {
    private struct Failure: Error {}

    /// The comments of the issues that a body records.
    private func comments(_ body: () async -> Void) async -> [String] {
        let comments = Locked<[String]>([])
        await withKnownIssue("planted") {
            await body()
        } matching: { issue in
            comments.withLock { $0.append(issue.comments.map(\.rawValue).joined(separator: "; ")) }
            return true
        }
        return comments.withLock { $0 }
    }

    @Test func `a case that throws fails under its name, and the others run`() async {
        var ran: [Int] = []
        let found = await comments {
            checkEach([(1, "one"), (2, "two"), (3, "three")]) { number, _ in
                ran.append(number)
                if number < 3 { throw Failure() }
            }
        }
        #expect(found == [#"(1, "one")"#, #"(2, "two")"#] && ran == [1, 2, 3])
    }
}
