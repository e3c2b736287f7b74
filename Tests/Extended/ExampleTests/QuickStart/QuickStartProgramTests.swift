import Foundation
import ProgramSupport
import ResourcefulTesting
import Testing

/// The quick start as a program of its own, over a real server.
@Suite(.permit, .blocking) struct QuickStartProgramTests {
    @Test func `it loads from the server that it receives, and encodes the words`() throws {
        let server = try LoopbackServer([
            Stub("search/repositories").answers(
                .text(#"{"items": [{"full_name": "ada/engine", "stargazers_count": 2}]}"#)),
            Stub("repos/ada/engine/contributors").answers(.text(#"[{"login": "ada"}]"#)),
        ])
        defer { server.stop() }
        let outcome = try Program.run(
            ["--base-url", server.baseURL.absoluteString, "a&b", "language:swift"], of: "quickstart")
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
        #expect(outcome.output == "ada/engine has 2 stars. By ada.\n")
        #expect(
            server.requests.map { $0.url.query() } == ["q=a%26b%20language%3Aswift&per_page=3", "per_page=3"])
    }

    @Test func `without the internet it says so in a sentence, and offers what needs none`() throws {
        let server = try LoopbackServer { _ in Response() }
        server.stop()
        for place in [server.baseURL.absoluteString, "http://nothing.invalid/"] {
            let outcome = try Program.run(["--base-url", place], of: "quickstart")
            #expect(outcome.status == 1 && outcome.output.isEmpty, "\(outcome)")
            #expect(
                outcome.errors == """
                    quickstart: \(place) can't be reached. Check your internet connection, or try \
                    `quickstart --local`, which needs none.

                    """)
        }
    }

    @Test(arguments: [[], ["a&b", "language:swift"]]) func `on samples it runs anywhere`(words: [String]) throws {
        let outcome = try Program.run(["--local"] + words, of: "quickstart")
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
        #expect(outcome.output == "ada/engine has 1843 stars. By ada, charles.\n")
    }

    @Test func `a failure is one line on standard error`() throws {
        let server = try LoopbackServer { _ in Response(status: 403) }
        defer { server.stop() }
        let outcome = try Program.run(["--base-url", server.baseURL.absoluteString], of: "quickstart")
        #expect(outcome.status == 1 && outcome.output.isEmpty, "\(outcome)")
        #expect(outcome.errors.hasPrefix("quickstart: GET \(server.baseURL)search/repositories?q=networking"))
        #expect(outcome.errors.hasSuffix("was answered with 403 Forbidden\n"), "\(outcome.errors)")
    }
}
