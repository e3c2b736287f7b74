import Foundation
import Resourceful
import ResourcefulFormats
import ResourcefulPages
import ResourcefulTesting
import Testing

// The recipe for GitHub's API, word for word, compiled and run.
private struct Repository: Codable, Equatable, Sendable {
    let name: String
}

/// GitHub's explanation of an error.
struct GitHubError: Error, Decodable, Equatable, Sendable {
    let message: String
}

extension Repository {
    static func all(of owner: String) -> Paged<Repository> {
        let first = Resource<[Repository]>(
            json: "orgs/{owner}/repos?per_page=100", ["owner": owner])
        return Paged(first.failing(with: GitHubError.self), next: .link)
    }
}

private extension Policy {
    /// Turns GitHub's 403 for a used-up limit into a 429 with Retry-After.
    static let gitHubLimits = Policy { request, next in
        next(request).map { response in
            let limit = response.headerFields.rateLimit
            let isDelayed = response.headerFields.retryAfter != nil
            let isUsedUp = isDelayed || limit?.isExhausted == true
            guard response.status == 403, isUsedUp else { return response }
            var response = response
            response.status = 429
            if !isDelayed, case .date(let date) = limit?.reset {
                response.headerFields.retryAfter = .date(date)
            }
            return response
        }
    }
}

@Suite(.permit) struct GitHubTests {
    private static let api = URL(string: "https://api.github.com")!

    nonisolated private static func page(_ request: Request) -> Response {
        let isFirst = Query(of: request.url).values(of: "page").isEmpty
        return isFirst
            ? Response(
                headerFields: ["Link": #"<https://api.github.com/organizations/1/repos?page=2>; rel="next""#],
                body: Data(#"[{"name": "swift", "id": 44838949, "fork": false}]"#.utf8))
            : Response(body: Data(#"[{"name": "swift-nio", "id": 120961539, "fork": false}]"#.utf8))
    }

    @Test func `all pages of a list are loaded by their links`() async throws {
        let token = "ghp_secret"

        let gitHub = URL(string: "https://api.github.com")!
        let webservice = Webservice(
            baseURL: gitHub,
            policies: [
                .retry(RetryRule(upTo: 2, longestRetryAfter: .seconds(3600))),
                .bearer(token, for: gitHub),
                .gitHubLimits,
            ])

        #expect(webservice.order.warnings.isEmpty)

        var run = DryRun(baseURL: Self.api) { Self.page($0) }
        #expect(try run.load(Repository.all(of: "apple")).map(\.name) == ["swift", "swift-nio"])
        #expect(run.requests.map(\.url.path) == ["/orgs/apple/repos", "/organizations/1/repos"])
    }

    @Test func `a load waits until a used-up limit is reset`() throws {
        let start = Date(timeIntervalSince1970: 1_800_000_000)
        let used: HeaderFields = [
            "X-RateLimit-Limit": "60", "X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1800000600",
        ]
        var answers = [Response(status: 403, headerFields: used), Response(body: Data("[]".utf8))]
        let retry = Policy.retry(RetryRule(upTo: 2, longestRetryAfter: .seconds(3600)))
        var run = DryRun(baseURL: Self.api, policies: [retry, .gitHubLimits]) { _ in answers.removeFirst() }
        run.start = start
        #expect(try run.load(Repository.all(of: "apple")).isEmpty)
        #expect((600..<601).contains(run.elapsed / .seconds(1)) && run.requests.count == 2)
    }

    @Test func `a secondary limit gives the wait in seconds`() throws {
        var answers = [Response(status: 403, headerFields: ["Retry-After": "60"]), Response(body: Data("[]".utf8))]
        var run = DryRun(baseURL: Self.api, policies: [.retry(), .gitHubLimits]) { _ in answers.removeFirst() }
        #expect(try run.load(Repository.all(of: "apple")).isEmpty)
        #expect((60..<61).contains(run.elapsed / .seconds(1)))
    }

    @Test func `GitHub's own error is thrown`() async throws {
        let webservice = Webservice(
            baseURL: Self.api, policies: [.retry(), .gitHubLimits],
            transport: StubTransport([
                Stub("orgs/apple/repos").answers(
                    .json(["message": "Not Found", "documentation_url": "https://docs.github.com"], status: 404)),
                Stub("orgs/secret/repos").answers(.json(["message": "Bad credentials"], status: 403)),
            ]))
        var shown: [String] = []
        func show(_ names: [String]) { shown += names }

        do {
            let repositories = try await webservice.load(Repository.all(of: "apple"))
            show(repositories.map(\.name))
        } catch let error as GitHubError {
            show([error.message])  // Not Found
        }

        #expect(shown == ["Not Found"])
        await #expect(throws: GitHubError(message: "Bad credentials")) {
            try await webservice.load(Repository.all(of: "secret"))
        }
    }
}
