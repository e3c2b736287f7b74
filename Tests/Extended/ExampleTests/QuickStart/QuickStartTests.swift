import Foundation
import Resourceful
import ResourcefulTesting
import Testing

@testable import quickstart

/// The tests of the quick start. They need no network, and no `await`.
@Suite(.permit) struct QuickStartTests {
    private let api = URL(string: "https://api.example.org")!
    private let server: StubServer = [
        Stub("search/repositories", query: ["q": "http", "per_page": "3"]).answers(
            .text(
                #"""
                {"items": [
                    {"full_name": "ada/engine", "stargazers_count": 2},
                    {"full_name": "alan/machine", "stargazers_count": 1}
                ]}
                """#)),
        Stub("repos/ada/engine/contributors").answers(.text(#"[{"login": "ada"}, {"login": "charles"}]"#)),
        Stub("repos/alan/machine/contributors").answers(.text(#"[{"login": "alan"}]"#)),
    ]

    @Test func `each repository that is found is shown with its contributors`() throws {
        var run = DryRun(baseURL: api, server)
        let lines = try run.load(summary(of: "http"))
        #expect(lines == ["ada/engine has 2 stars. By ada, charles.", "alan/machine has 1 stars. By alan."])
        #expect(run.requests.count == 3)
    }

    @Test func `a lost connection is retried`() throws {
        let flaky: StubServer = [
            Stub("search/repositories").answers(.failure(.connectionLost), .text(#"{"items": []}"#))
        ]
        var run = DryRun(baseURL: api, policies: [.retry(upTo: 3)], flaky)
        #expect(try run.load(summary(of: "http")).isEmpty)
        #expect(run.requests.count == 2)
    }

    @Test func `an error names the place in the response that can't be read`() {
        let error = #expect(throws: LoadError.self) {
            try Repository.search("http").parse(Data(#"{"items": [{"full_name": 7}]}"#.utf8))
        }
        #expect(error?.parseFailure?.path == ["items", 0, "full_name"])
    }
}
