import Foundation
import ResourcefulFormats
import ResourcefulTesting
import Testing

/// Lenient decoding on a thread with the smallest stack of Apple's platforms.
struct LenientDepthTests {
    struct Comment: Decodable, Sendable {
        var title: String?
        var replies: [Comment]
    }

    private static func text(levels: Int) -> Data {
        let count = levels / 2
        let text = String(repeating: #"{"replies":["#, count: count) + String(repeating: "]}", count: count)
        return Data(text.utf8)
    }

    /// The number of comments inside of each other, and of repairs.
    private static func counts(levels: Int) async throws -> (comments: Int, repairs: [String]) {
        let text = text(levels: levels)
        let outcome = await withCheckedContinuation { continuation in
            let thread = Thread {
                continuation.resume(
                    returning: Result {
                        let read = try JSON(parsing: text).decodeLeniently(Comment.self)
                        var (count, comment) = (0, Comment?.some(read.value))
                        while let current = comment { (count, comment) = (count + 1, current.replies.first) }
                        return (count, read.repairs.map { "\($0)" })
                    })
            }
            thread.stackSize = 512 * 1024
            thread.start()
        }
        return try outcome.get()
    }

    @Test func `64 levels are decoded, and what is deeper is a repair that names the depth`() async throws {
        let few = try await Self.counts(levels: 64)
        #expect(few.comments == 32 && few.repairs.isEmpty)
        let many = try await Self.counts(levels: 510)
        #expect((32...34).contains(many.comments) && !many.repairs.isEmpty, "\(many)")
        #expect(many.repairs.first?.contains("More than 64 levels") == true, "\(many.repairs)")
    }
}
