import Foundation
import ProgramSupport
import Testing

/// `episodes what-if`, as a person and a script meet it.
@Suite(.permit, .blocking) struct WhatIfProgramTests {
    private static let sentences = [
        "the comment is posted once at most", "if the load succeeds, the comment is there",
        "it ends within 30 requests",
    ]

    @Test func `it says how many worlds were tried, what is true in all of them, and what the list needs`() throws {
        let outcome = try Program.run(["what-if"])
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
        for sentence in Self.sentences { #expect(outcome.output.contains("✓ \(sentence)\n"), "\(outcome.output)") }
        for text in [
            #/\n  \d{3} worlds: \d{3} combinations of at most 3 failures, in every order\n/#,
            #/\n  \d+ worlds: 17 combinations of at most 1 failure, in every order\n/#,
            #/\n\[\].title +needed +missing, null, another type\n/#, #/\n\[\].guest +optional +another type\n/#,
            #/\n\[\].explicit +not read\n/#,
        ] { #expect(outcome.output.contains(text), "\(outcome.output)") }
        #expect(outcome.output.split(separator: "\n", omittingEmptySubsequences: false).count <= 32)
    }

    @Test(arguments: [false, true])
    func `a planted bug is found, and the status and the last line are for the next test`(hasInternals: Bool) throws {
        let outcome = try Program.run(["what-if", "--buggy"] + (hasInternals ? ["--internals"] : []))
        // What policies keep for themselves is shown only if it is asked for.
        let budget = hasInternals ? "\n  wrote ~retry-budget https://podcast.example.org:443" : ""
        #expect(outcome.status == 70)
        #expect(
            outcome.errors == """
                episodes: not true in every world: the comment is posted once at most
                hint: The last line of the event log replays it in a test.

                """)
        #expect(
            outcome.output.hasSuffix(
                """
                  → GET /episodes.json: 200 OK
                  → POST /episodes/30/comments.json: 401 Unauthorized
                  → POST /token: 200 OK
                  → POST /episodes/30/comments.json: ✗ no answer came in time\(budget)
                  retry: no answer came in time, retrying in 0.007 s (1 of 3)
                  [0.007 s] waited 0.007 s
                  → POST /episodes/30/comments.json: 201 Created\(budget)
                  → the value 2
                to replay: run.fail([2: .status(401), 4: .timedOut])

                """), "\(outcome.output)")
        #expect(outcome.output.split(separator: "\n", omittingEmptySubsequences: false).count <= 22)
    }
}
