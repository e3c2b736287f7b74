import ResourcefulStreams
import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct PartStreamLawTests {
    private let url: URL

    init() throws { url = try #require(URL(string: "https://example.org/parts")) }

    private func stream(_ maximumSize: Int = 1_000, _ maximumHeadSize: Int = 100) -> StreamResource<String> {
        StreamResource<BodyPart>(
            parts: url, boundary: "b", maximumSize: maximumSize, maximumHeadSize: maximumHeadSize
        ).map { "\($0.headerFields)|\($0.body.base64EncodedString())" }
    }

    /// Bytes among which much looks like a delimiter.
    private func awkward(using random: inout SplitMix64) -> String {
        let words = [
            "--b", "--", "b", "\r\n", "\r\n--b", "\n", "\r", "A: b", " ", "x", "--b--", ":", "\r\n\r\n", "--bb",
        ]
        return (0..<Int.random(in: 0...8, using: &random)).map { _ in words.randomElement(using: &random) ?? "" }
            .joined()
    }

    @Test func `parts are the same however they come`() {
        var random = SplitMix64(seed: 46)
        var (whole, failed) = (0, 0)
        let rounds = Effort.size(reduced: 30, usual: 300, full: 5_000)
        for _ in 0..<rounds {
            var text = awkward(using: &random) + "\r\n"
            for _ in 0..<Int.random(in: 0...3, using: &random) {
                text +=
                    "--b\r\n\(["", "A: 1\r\n"].randomElement(using: &random) ?? "")\r\n\(awkward(using: &random))\r\n"
            }
            text += "--b--" + awkward(using: &random)
            expectSameOutcome(of: stream(), in: Data(text.utf8), using: &random)
            if StreamOutcome(of: stream(), in: Data(text.utf8)).failure == nil { whole += 1 } else { failed += 1 }
        }
        #expect(whole > rounds / 3 && failed > rounds / 20)
    }

    @Test func `what is too large is refused, however it comes`() {
        var random = SplitMix64(seed: 47)
        func expect(_ text: String, _ message: String?, sourceLocation: SourceLocation = #_sourceLocation) {
            let body = Data(text.utf8)
            expectSameOutcome(of: stream(300, 40), in: body, using: &random, sourceLocation: sourceLocation)
            let failure = StreamOutcome(of: stream(300, 40), in: body).failure
            #expect(
                message.map { failure?.contains($0) == true } ?? (failure == nil), "\(failure ?? "")",
                sourceLocation: sourceLocation)
        }
        for line in [String(repeating: "x", count: 100) + "\r\n", String(repeating: "x", count: 102)] {
            let three = String(repeating: line, count: 3)
            let exact = String(three.utf8.prefix(300))!
            expect("--b\r\n\r\n\(exact)\r\n--b--", nil)
            expect("--b\r\n\r\n\(exact)y\r\n--b--", "a part of at most 300 bytes")
            expect("--b\r\n\r\n\(three)\(three)", "a part of at most 300 bytes")
            expect("\(three)\(three)\r\n--b\r\n\r\nx\r\n--b--", nil)
        }
        let head = "A: " + String(repeating: "h", count: 33) + "\r\n"
        expect("--b\r\n\(head)\r\nx\r\n--b--", nil)
        expect("--b\r\nh\(head)\r\nx\r\n--b--", "fields of a part of at most 40 bytes")
        expect("--b\r\nA: \(String(repeating: "h", count: 500))", "fields of a part of at most 40 bytes")
        // White space behind a delimiter has an end, too.
        let space = String(repeating: " ", count: 600)
        expect("--b\r\n\r\nx\r\n--b--\(space)", "of at most 300 bytes")
        expect("--b\(space)\r\n\r\nx\r\n--b--", nil)
    }
}
