import Resourceful
import ResourcefulIdentity
import ResourcefulTesting
import Testing

// The snippets of "Policies" about custom policies, word for word, compiled and run.
private enum RequestID: RequestOption {
    // Two requests that differ only in the number are equal.
    static let defaultValue = false
    static var sharedFields: [HeaderFields.Name]? { ["X-Request-ID"] }
}

private extension Policy {
    /// A number for each attempt, to find it in the server's log.
    static let requestID = Policy { request, next in
        Plan.nonce.flatMap { nonce in
            next(request.header("X-Request-ID", "\(nonce)").option(RequestID.self, true))
        }
    }
}

private extension Policy {
    /// For a server that always answers 200 and puts the real status into the body.
    static let honestStatus = Policy { request, next in
        let statuses: [Int: Response.Status] = [40101: 401, 42900: 429, 50300: 503]
        return next(request).map { response in
            guard let code = try? JSON(parsing: response.body).code.int,
                let status = statuses[code]
            else {
                return response
            }
            var response = response
            response.status = status
            return response
        }
    }
}

private extension Policy {
    /// Sends a request once more, with a new token, if it was refused without one.
    static func csrfToken(from url: URL) -> Policy {
        Policy { request, next in
            next(request).flatMap { response in
                let isWanted =
                    response.status == 403
                    && response.headerFields["X-CSRF-Token"] == "Required"
                guard isWanted, request.body?.canBeSentAgain != false else {
                    return Plan.value(response)
                }
                let tokenRequest = Request(url: url, headerFields: ["X-CSRF-Token": "Fetch"])
                return next(tokenRequest).shared(as: "csrf \(url)").flatMap { answer in
                    next(request.header("X-CSRF-Token", answer.headerFields["X-CSRF-Token"]))
                }
            }
        }
    }
}

private enum UsesNewSearch: RequestOption { static let defaultValue = false }

private extension Policy {
    /// Sends requests with an option to the new search service.
    static let newSearch = Policy { request, next in
        next(request[UsesNewSearch.self] ? request.header("X-Search", "2") : request)
    }
}

@Suite(.permit) struct OwnPolicySnippetTests {
    private let url = URL(string: "https://api.example.org/search")!

    @Test func `each attempt has its own number`() throws {
        var run = DryRun(policies: [.retry(upTo: 1), .requestID]) { _ in Response(status: 503) }
        _ = try run.load(Plan.send(Request(url: url)))
        #expect(Set(run.requests.map { $0.headerFields["X-Request-ID"] }).count == 2)
    }

    @Test func `equal loads with different numbers are one request`() throws {
        var run = DryRun(policies: [.requestID]) { _ in Response() }
        _ = try run.load(zip(Resource<Data>(url: url), Resource<Data>(url: url)))
        #expect(run.requests.count == 1)
    }

    @Test func `policies further out see the real status`() throws {
        var codes = [50300, 0]
        var run = DryRun(policies: [.retry(upTo: 3), .honestStatus]) { _ in
            Response(body: Data(#"{"code": \#(codes.removeFirst()), "data": []}"#.utf8))
        }
        #expect(try run.load(Plan.send(Request(url: url))).status == 200)
        #expect(run.requests.count == 2)
        #expect(codes.isEmpty)
    }

    @Test func `a response without a code is unchanged`() throws {
        for body in ["", "<html>", "[1]", #"{"code": 7}"#, #"{"code": "40101x"}"#] {
            var run = DryRun(policies: [.honestStatus]) { _ in Response(status: 201, body: Data(body.utf8)) }
            #expect(try run.load(Plan.send(Request(url: url))).status == 201)
        }
    }

    /// Refuses requests without a token, and counts them.
    private func server(_ request: Request) -> Response {
        switch request.headerFields["X-CSRF-Token"] {
        case "Fetch": Response(headerFields: ["X-CSRF-Token": "t0k3n"])
        case "t0k3n": Response(status: 201)
        default: Response(status: 403, headerFields: ["X-CSRF-Token": "Required"])
        }
    }

    @Test func `a request that needs a token is repeated with one`() throws {
        let token = try #require(URL(string: "https://api.example.org/token"))
        var run = DryRun(policies: [.csrfToken(from: token)], server)
        let order = Request(url: url, method: .post, body: .json(["id": 7]))
        #expect(try run.load(Plan.send(order)).status == 201)
        #expect(run.requests.map { "\($0)" } == ["POST \(url)", "GET \(token)", "POST \(url)"])
        #expect(run.requests.last?.body == order.body)
    }

    @Test func `concurrent requests share one token, and other refusals are unchanged`() throws {
        let token = try #require(URL(string: "https://api.example.org/token"))
        var run = DryRun(policies: [.csrfToken(from: token)], server)
        let order = Plan.send(Request(url: url, method: .post))
        let responses = try run.load(zip(order, order))
        #expect([responses.0.status, responses.1.status] == [201, 201])
        #expect(run.requests.filter { $0.method == .get }.count == 1)

        var strict = DryRun(policies: [.csrfToken(from: token)]) { _ in Response(status: 403) }
        #expect(try strict.load(order).status == 403)
        #expect(strict.requests.count == 1)
        var stubborn = DryRun(policies: [.csrfToken(from: token)]) { _ in
            Response(status: 403, headerFields: ["X-CSRF-Token": "Required"])
        }
        #expect(try stubborn.load(order).status == 403)
        #expect(stubborn.requests.count == 3)
    }

    @Test func `an option changes only the requests that have it`() throws {
        var run = DryRun(policies: [.newSearch]) { _ in Response(body: Data("[]".utf8)) }
        let search = Resource<[String]>(json: url)
        _ = try run.load(search.option(UsesNewSearch.self, true))
        _ = try run.load(search)
        #expect(run.requests.map { $0.headerFields["X-Search"] } == ["2", nil])
    }

    @Test func `next sends through the policies further inside, and send skips all policies`() throws {
        let aside = URL(string: "https://api.example.org/aside")!
        let own = Policy { request, next in
            Plan.send(Request(url: aside)).flatMap { _ in next(Request(url: aside)) }.flatMap { _ in next(request) }
        }
        let policies = [.headerFields(["X-Outer": "1"]), own, .headerFields(["X-Inner": "1"])]
        var run = DryRun(policies: policies) { _ in Response() }
        _ = try run.load(Plan.send(Request(url: url)))
        #expect(run.requests.map { $0.headerFields.map(\.name) } == [[], ["X-Inner"], ["X-Outer", "X-Inner"]])
    }
}
