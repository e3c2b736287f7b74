import Foundation
import Resourceful
import ResourcefulCurl
import ResourcefulTesting
import Testing

@testable import posts

/// The second stack: an envelope, a router, a session with an interceptor, and errors in Chinese.
@Suite(.permit) struct PostsTests {
    private func load<Value>(_ loadable: some Loadable<Value>, policies: [Policy] = [.inside(.posts)]) throws -> Value {
        var run = DryRun(baseURL: PostsEnvironment.development.baseURL, policies: policies, PostsServer.stubs)
        return try run.load(loadable)
    }

    private func message(_ id: Int) throws -> String {
        ErrorMessages.posts(try #require(throws: (any Error).self) { try load(Post.one(id)) })
    }

    @Test func `the list is read out of its envelope, and the envelope itself on demand`() throws {
        #expect(try Post.all(by: 101).inside(.posts).parse(Data(PostsServer.list.utf8)).map(\.userID) == [101, 101])
        #expect(try load(Post.all(by: 101)).map(\.title) == ["sunt aut facere", "qui est esse"])
        let whole = try load(Post.envelope(by: 101))
        #expect(whole.code == "000000" && whole.message == "ok" && whole.isSuccessful)
        #expect(try whole.get().count == 2)
    }

    @Test func `a key path, and no content at all`() throws {
        #expect(try load(Post.one(1)).id == 1)
        #expect(try load(Post.some(by: 102)) == nil)
        #expect(throws: LoadError.self) { try load(Post.all(by: 102)) }
        #expect(try load(Post.some(by: 101))?.count == 2)
    }

    @Test func `GET has its parameters in the URL, and POST as JSON`() throws {
        let base = PostsEnvironment.production.baseURL
        var run = DryRun(baseURL: base, policies: [.inside(.posts)], PostsServer.stubs)
        _ = try run.load(Post.all(by: 101))
        let draft = Draft(title: "你好", body: "&=#")
        #expect(try run.load(Post.publish(draft)).title == "你好")
        #expect(try run.load(Session.logIn(email: "a@example.org", password: "secret")) == Session(userID: 101))
        let texts = run.requests.map { "\($0)" }
        #expect(texts[0] == "GET https://jsonplaceholder.typicode.com/posts?userId=101")
        #expect(run.requests[0].headerFields["Content-Type"] == nil, "what has no content has no type of it")
        #expect(run.requests[1].body == .json(draft))
        #expect(run.requests[1].headerFields["Content-Type"] == "application/json")
        #expect(run.requests[2].body == .json(["email": "a@example.org", "password": "secret"]))
    }

    @Test(arguments: [
        (403, "服务器禁止访问"), (404, "未找到页面"), (500, "服务器异常"), (502, "服务器异常"), (10, "返回的不是Json"),
        (11, "没有返回数据"), (12, "解析Json格式错误"), (13, "解析服务器定义StatusCode格式错误"), (14, "缺少字段"),
        (15, "字段类型错误"), (16, "文章不存在"), (17, "服务器返回错误 code: 100009"),
    ]) func `what the server sends is distinguished, in Chinese`(id: Int, expected: String) throws {
        #expect(try message(id) == expected)
    }

    @Test func `a bad URL, no network, a timeout and a cancellation have messages, too`() throws {
        let bad = try #require(throws: LoadError.self) { try load(Resource<Post>(json: "../other")) }
        #expect(bad.stage == .request && ErrorMessages.posts(bad).hasPrefix("无效的URL，错误url: "))
        func of(_ error: any Error) -> String {
            var run = DryRun(baseURL: PostsEnvironment.development.baseURL) { _ in throw error }
            return Result { try run.load(Post.one(1)) }.failure.map { ErrorMessages.posts($0) } ?? "none"
        }
        #expect(of(TransportError(.timedOut, "")) == "请求超时")
        #expect(of(TransportError(.insecure, "")) == "网络错误")
        #expect(ErrorMessages.posts(CancellationError()) == "已取消")
        #expect(ErrorMessages.posts(CocoaError(.fileNoSuchFile)) == "未知错误")
    }

    @Test func `the service's failures and success are distinguished by type and code`() throws {
        let error = #expect(throws: ServiceError.self) { try load(Post.all(by: 7)) }
        #expect(error?.code == "100021" && error?.message == "用户不存在")
        let wrong = #expect(throws: ServiceError.self) {
            try load(Session.logIn(email: "a@example.org", password: "guessed"))
        }
        #expect(wrong?.code == "100002")
    }

    @Test func `the session adapts each request, follows what it may, and tells of 403, 502 and 503`() async throws {
        let (told, sent) = (Log<Response.Status>(), Log<String>())
        let hooks = PostsHooks(
            prepare: { $0.headerFields["X-App"] = "posts" }, willSend: { sent.append("\($0)") },
            unavailable: { told.append($0) })
        let stubs = StubTransport(PostsServer.stubs)
        let environment = PostsEnvironment.development
        let posts = Webservice.posts(environment, hooks: hooks, transport: stubs)

        #expect(try await posts.load(Resource<Post>(json: "posts/old", at: "post")).id == 1)
        let stays = Resource(Request("posts/private"), parseResponse: { $0.status }).validating(.status(302))
        #expect(try await posts.load(stays) == 302)
        for id in [403, 404, 502, 503] { _ = try? await posts.load(Post.one(id)) }
        #expect(told.values == [403, 502, 503])
        #expect(sent.values.count == 7 && sent.values[1].hasSuffix("/api/posts/1"), "\(sent.values)")
        #expect(
            stubs.requests.allSatisfy {
                $0.headerFields["Accept-Language"] == "zh-cn" && $0.headerFields["Accept-Encoding"] == "gzip, deflate"
                    && $0.headerFields["X-App"] == "posts" && $0.headerFields["Accept"] == "application/json"
                    || $0.url.path().hasSuffix("private")
            })

        // Nothing is sent again, unless a rule says so.
        let once = stubs.requests.count
        _ = try? await posts.load(Post.one(500))
        #expect(stubs.requests.count == once + 1)
        let patient = Webservice.posts(
            environment, retrying: RetryRule(upTo: 2, waits: .constant(.zero)), transport: stubs)
        _ = try? await patient.load(Post.one(502))
        #expect(stubs.requests.count == once + 4)
    }

    @Test func `the server's clock is read from Date`() async throws {
        let environment = PostsEnvironment.development
        let server = try LoopbackServer(PostsServer.stubs)
        defer { server.stop() }
        let posts = Webservice.posts(environment, transport: StubTransport(PostsServer.stubs))
        let client = APIClient(webservice: posts, baseURL: environment.baseURL)
        #expect(try await client.clockOffset() == nil)
        #expect(try await client.posts(by: 101).count == 2)
        let offset = try #require(try await client.clockOffset())
        #expect(offset > .seconds(57) && offset < .seconds(62), "\(offset)")
    }

    @Test func `keys are pinned where it counts, and one named host is trusted in development`() {
        #expect(PostsEnvironment.production.tls.pins.keys.sorted() == ["jsonplaceholder.typicode.com"])
        #expect(PostsEnvironment.production.tls.pins.values.first?.count == 2)
        #expect(PostsEnvironment.production.tls.unverifiedHosts.isEmpty)
        #expect(PostsEnvironment.development.tls.unverifiedHosts == ["localhost"])
        #expect(PostsEnvironment.development.baseURL.path() == "/api")
    }
}

extension Result {
    fileprivate var failure: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}
