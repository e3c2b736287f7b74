import ResourcefulStreams
import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// RFC 7464, section by section.
struct JSONSequenceTests {
    private let url: URL

    init() throws { url = try #require(URL(string: "https://example.org/log")) }

    private func outcome(_ body: String, _ brokenTexts: BrokenTexts = .skipped) -> StreamOutcome {
        let stream = StreamResource<JSON>(jsonSequence: url, brokenTexts: brokenTexts).map { String($0) }
        return StreamOutcome(of: stream, in: Data(body.utf8))
    }

    @Test func `each text stands behind a separator, and may have lines`() {
        #expect(outcome("\u{1E}{\"a\":\n1}\n\u{1E}[]\n\u{1E}\"x\"\n") == StreamOutcome(["{\"a\":\n1}", "[]", "\"x\""]))
        #expect(outcome("") == StreamOutcome([]))
    }

    @Test func `several separators mean no empty texts`() {
        #expect(outcome("\u{1E}\u{1E}\u{1E}[]\n\u{1E}\n\u{1E}{}\n\u{1E}", .refused) == StreamOutcome(["[]", "{}"]))
    }

    @Test func `a text that is cut short is left out, and the next one read`() {
        #expect(outcome("\u{1E}{\"a\":\u{1E}{\"b\":1}\n") == StreamOutcome(["{\"b\":1}"]))
        #expect(outcome("\u{1E}\u{FEFF}[1]\n\u{1E}ï\n\u{1E}\u{FEFF}x\n\u{1E}[2]") == StreamOutcome(["[1]", "[2]"]))
        let refused = outcome("\u{1E}[1]\n\u{1E}{\"a\":\u{1E}{\"b\":1}\n", .refused)
        #expect(refused.elements == ["[1]"])
        #expect(refused.failure?.hasPrefix("parse: [1].a: expected a value") == true)
    }

    @Test func `what does not say where it ends needs white space behind it`() {
        for text in ["1", "true", "false", "null", "-1.5e3"] {
            #expect(outcome("\u{1E}\(text)\u{1E}\(text)\n") == StreamOutcome([text]), "\(text)")
            #expect(outcome("\u{1E}\(text)") == StreamOutcome([]), "\(text)")
            for space in [" ", "\n", "\t", "\r"] {
                #expect(outcome("\u{1E}\(text)\(space)") == StreamOutcome([text]), "\(text)")
            }
            #expect(outcome("\u{1E}\(text)", .refused).failure?.contains("section 2.4") == true, "\(text)")
        }
    }

    @Test(arguments: ["\"text\"", "[1]", "{}"]) func `what says where it ends needs none`(text: String) {
        #expect(outcome("\u{1E}\(text)\u{1E}\(text)", .refused) == StreamOutcome([text, text]))
    }

    @Test func `what has no separator before it is no sequence`() {
        for brokenTexts in [BrokenTexts.skipped, .refused] {
            let failure = outcome(" \n{\"a\":1}\n", brokenTexts).failure
            #expect(
                failure
                    == "parse: [0]: expected a record separator (RFC 7464), found the character { (line 2, column 1)")
        }
    }

    @Test func `a text that is JSON, but not the element, is never left out`() {
        let numbers = StreamResource<Int>(jsonSequence: url)
        let outcome = StreamOutcome(of: numbers, in: Data("\u{1E}1\n\u{1E}nul\n\u{1E}\"2\"\n".utf8))
        #expect(outcome.elements == ["1"])
        #expect(outcome.failure?.contains("[2]: expected Int") == true)
    }

    @Test func `the media type is asked for, unless the request says otherwise`() {
        let stream = StreamResource<Int>(jsonSequence: url)
        #expect(stream.request.headerFields["Accept"] == "application/json-seq")
        let other = StreamResource<Int>(jsonSequence: Request(url: url).accepting("application/geo+json-seq"))
        #expect(other.request.headerFields["Accept"] == "application/geo+json-seq")
    }
}
