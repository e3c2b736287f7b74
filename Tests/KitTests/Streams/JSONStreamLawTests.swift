import ResourcefulStreams
import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The law of parsers, for documents made up and damaged.
struct JSONStreamLawTests {
    private let request: Request

    init() throws { request = Request(url: try #require(URL(string: "https://example.org/points"))) }

    /// A body of random texts between what separates them, with or without damage.
    private func body(
        _ before: String, _ between: String, _ after: String, isDamaged: Bool, using random: inout SplitMix64
    ) -> Data {
        let texts = (0..<Int.random(in: 0...5, using: &random)).map { _ in
            JSONTree.arbitrary(depth: 2, using: &random).written(using: &random)
        }
        // Each text on one line. Scalar by scalar: CR and LF are one character.
        let lines = texts.map { String($0.unicodeScalars.map { $0 == "\n" ? " " : Character($0) }) }
        var bytes = Array((before + lines.joined(separator: between) + after).utf8)
        if isDamaged, !bytes.isEmpty {
            for _ in 0...Int.random(in: 0...2, using: &random) {
                let place = Int.random(in: bytes.indices, using: &random)
                bytes[place] = Array("[]{},:\"\\ 1\u{1E}\n".utf8)[Int.random(in: 0..<12, using: &random)]
            }
        }
        return Data(bytes)
    }

    private func expectLaw(_ stream: StreamResource<JSON>, _ before: String, _ between: String, _ after: String) {
        var random = SplitMix64(seed: 64)
        var whole = 0
        let rounds = Effort.rounds(100, full: 500)
        for round in 0..<rounds {
            let isDamaged = round % 2 == 1
            let body = body(before, between, after, isDamaged: isDamaged, using: &random)
            expectSameOutcome(of: stream.map { String($0) }, in: body, using: &random)
            let outcome = StreamOutcome(of: stream, in: body)
            if !isDamaged { #expect(outcome.failure == nil, "\(String(decoding: body, as: UTF8.self))") }
            if outcome.failure == nil { whole += 1 }
        }
        #expect(whole >= rounds / 2 && whole < rounds)
    }

    @Test func `lines are the same however they come`() {
        expectLaw(StreamResource(jsonLines: request), "", "\n", "\n")
    }

    @Test func `an array is the same however it comes`() {
        expectLaw(StreamResource(jsonArray: request), "[", ",", "]")
    }

    @Test func `an array below a path is the same however it comes`() {
        let (before, after) = (#"{"c":"]\"","a":[{"b":"}"},{"b":["#, #"],"d":"\\}"},[]], "e": {"f":1}}"#)
        expectLaw(StreamResource(jsonArray: request, at: "a.1.b"), before, ",", after)
    }

    @Test func `a sequence is the same however it comes`() {
        expectLaw(
            StreamResource(jsonSequence: request, brokenTexts: .refused), "\u{1E}\u{1E}1\n\u{1E}", "\n\u{1E}", "\n")
    }

    @Test func `a sequence with broken texts left out is the same however it comes`() {
        var random = SplitMix64(seed: 65)
        let stream = StreamResource<JSON>(jsonSequence: request)
        for _ in 0..<Effort.rounds(100, full: 500) {
            let body = body("\u{1E}", "\u{1E}", "", isDamaged: true, using: &random)
            expectSameOutcome(of: stream.map { String($0) }, in: body, using: &random)
        }
    }
}
