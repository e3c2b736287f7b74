import Foundation
import Resourceful
import ResourcefulTesting
import Testing

// The recipe for GraphQL, word for word, compiled and run.
struct GraphQLErrors: Error, Decodable, Equatable, Sendable {
    struct Entry: Decodable, Equatable, Sendable {
        let message: String
    }

    let errors: [Entry]
}

/// What a GraphQL server returns: data, errors, or both.
struct GraphQL<Value: Decodable & Sendable>: Decodable, Sendable {
    let data: Value?
    let errors: [GraphQLErrors.Entry]?

    func get() throws -> Value {
        guard let data, errors == nil else {
            throw GraphQLErrors(errors: errors ?? [])
        }
        return data
    }
}

func graphQL<Value: Decodable & Sendable>(
    _ query: String, variables: some Encodable
) -> Resource<GraphQL<Value>> {
    let body = Body.json(["query": query, "variables": variables])
    let request = Request("graphql").method(.post).body(body)
    return Resource(json: request).failing(with: GraphQLErrors.self)
}

struct Account: Decodable, Equatable, Sendable {
    struct User: Decodable, Equatable, Sendable {
        let name: String?
    }

    let user: User?
}

extension Account {
    static func named(_ login: String) -> Resource<GraphQL<Account>> {
        let query = "query($login: String!) { user(login: $login) { name } }"
        return graphQL(query, variables: ["login": login])
    }
}

@Suite(.permit) struct GraphQLTests {
    private static let api = URL(string: "https://api.example.org")!

    private func run(_ text: String, status: Response.Status = 200) -> DryRun {
        DryRun(baseURL: Self.api, policies: [.retry()]) { _ in Response(status: status, body: Data(text.utf8)) }
    }

    @Test func `data without errors is the value`() async throws {
        let transport = StubTransport { _ in Response(body: Data(#"{"data": {"user": {"name": "Ada"}}}"#.utf8)) }
        let webservice = Webservice(baseURL: Self.api, transport: transport)

        let named = Account.named("ada").plan.map { try $0.get() }
        let account = try await webservice.load(named)

        #expect(account == Account(user: Account.User(name: "Ada")))
        let sent = try JSON(parsing: transport.requests[0].body?.data ?? Data())
        #expect(try sent.variables.login.string == "ada" && sent.query.string.hasPrefix("query($login"))
    }

    @Test func `errors are thrown, whatever the status`() throws {
        let text = #"{"data": null, "errors": [{"message": "no such field", "locations": [{"line": 1}]}]}"#
        let error = GraphQLErrors(errors: [.init(message: "no such field")])
        var answered = run(text)
        #expect(throws: error) { try answered.load(Account.named("ada").plan.map { try $0.get() }) }
        var refused = run(text, status: 400)
        #expect(throws: error) { try refused.load(Account.named("ada")) }
    }

    @Test func `data with errors is a partial value`() async throws {
        let text = #"{"data": {"user": {"name": null}}, "errors": [{"message": "the name is secret"}]}"#
        let transport = StubTransport { _ in Response(body: Data(text.utf8)) }
        let webservice = Webservice(baseURL: Self.api, transport: transport)

        let partial = try await webservice.load(Account.named("ada"))

        #expect(partial.data?.user != nil && partial.errors?.map(\.message) == ["the name is secret"])
    }

    @Test func `a query is retried only with an idempotency key`() throws {
        var failing = run("", status: 503)
        #expect(throws: LoadError.self) { try failing.load(Account.named("ada")) }
        #expect(failing.requests.count == 1)
        #expect(throws: LoadError.self) { try failing.load(Account.named("ada").idempotencyKey()) }
        #expect(failing.requests.count == 5)
    }
}
