import ExampleSupport
import Resourceful
import ResourcefulTesting

let program = ExampleProgram(
    "posts",
    """
    A session, a router and errors: an envelope around all that the service sends, pinned keys, parameters
    in the URL or as JSON, the server's clock, redirects, and every kind of failure told in English or Chinese.
    """,
    options: [.chinese])

await program.run { words in
    let language = Language(words)
    let messages = language(ErrorMessages.postsInEnglish, .posts)
    let server = try LoopbackServer(PostsServer.stubs)
    defer { server.stop() }
    let environment = PostsEnvironment.development
    let sent = Guarded<[String]>([])
    let unavailable = Guarded<[Response.Status]>([])
    let hooks = PostsHooks(
        prepare: {
            $0.headerFields["X-App"] = "posts"
            if language == .english { $0.headerFields["Accept-Language"] = "en" }
        },
        willSend: { request in sent.withLock { $0.append("\(request)") } },
        unavailable: { status in unavailable.withLock { $0.append(status) } })
    let transport = LocalTransport(["localhost": server], over: environment.transport)
    let posts = Webservice.posts(environment, hooks: hooks, transport: transport)
    let client = APIClient(webservice: posts, baseURL: environment.baseURL)

    heading(language("Posts of a user, in the order in which a load does things", "某个用户的文章，按加载的顺序"))
    if language == .english { await showInEnglish(client) } else { await show(client) }
    if let offset = try await client.clockOffset() {
        print(language("The server's clock is ahead by", "请求时间差:"), Int((offset / .seconds(1)).rounded()), "s")
    }

    heading(language("What the envelope says, too", "信封里的其他字段"))
    let envelope = try await posts.load(Post.envelope(by: 101))
    print("\(envelope.code) \(envelope.message): \(try envelope.get().count)")

    print(sent.withLock { $0.joined(separator: "\n") })

    heading(language("A key path, nothing at all, and JSON that is sent", "键路径、空响应和发送的 JSON"))
    print(try await posts.load(Post.one(1)).title)
    print(try await posts.load(Post.some(by: 102)) ?? "nil")
    let draft = language(Draft(title: "Hello", body: "My first post"), Draft(title: "你好", body: "第一篇文章"))
    print(try await posts.load(Post.publish(draft)))
    print(try await posts.load(Session.logIn(email: "a@example.org", password: "secret")))

    heading(language("Redirections: one that is followed, and one that is not", "重定向：一个会跟随，一个不会"))
    print(try await posts.load(Resource<Post>(json: "posts/old", at: "post")).id)
    let stays = Resource(Request("posts/private"), parseResponse: { $0 }).validating(.status(302))
    let response = try await posts.load(stays)
    print("\(response.status) to \(response.headerFields["Location"] ?? "nowhere")")

    heading(language("Everything that can go wrong", "可能出的各种错"))
    var rows: [[String]] = []
    for id in [403, 404, 500, 502, 10, 11, 12, 13, 14, 15, 16, 17] {
        do {
            _ = try await posts.load(Post.one(id))
        } catch {
            rows.append(["posts/\(id)", "\(type(of: error))", told(apart: error), messages(error)])
        }
    }
    print(Table(language(["Asked for", "Type", "Kind", "Message"], ["请求", "类型", "种类", "提示"]), rows: rows))
    print(language("\nThe hook was told of", "\n钩子收到"), unavailable.withLock { $0 })
}

/// A whole call: the work that always runs, the value, and the error.
@MainActor func show(_ client: APIClient) async {
    print("请求中....")
    defer { print("菊花停止") }
    do {
        let posts = try await client.posts(by: 101)
        print("请求完成....")
        for post in posts { print(post) }
    } catch {
        print(ErrorMessages.posts(error))
    }
}

/// The kind of a failure, by its type.
func told(apart error: any Error) -> String {
    switch error {
    case let error as ServiceError: "service: \(error.code)"
    case let error as LoadError where error.stage == .status: "status: \(error.status.map { "\($0.code)" } ?? "none")"
    case let error as LoadError: "\(error.stage): \(error.parseFailure.map { "\($0.kind)" } ?? "")"
    default: "\(type(of: error))"
    }
}
