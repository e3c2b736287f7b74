import ExampleSupport
import Resourceful
import ResourcefulTesting

let program = ExampleProgram(
    "posts",
    """
    A session, a router and errors: an envelope around all that the service sends, pinned keys, parameters
    in the URL or as JSON, the server's clock, redirects, and every kind of failure told in Chinese.
    """)

await program.run { _ in
    let server = try LoopbackServer(PostsServer.stubs)
    defer { server.stop() }
    let environment = PostsEnvironment.development
    let sent = Guarded<[String]>([])
    let unavailable = Guarded<[Response.Status]>([])
    let hooks = PostsHooks(
        prepare: { $0.headerFields["X-App"] = "posts" },
        willSend: { request in sent.withLock { $0.append("\(request)") } },
        unavailable: { status in unavailable.withLock { $0.append(status) } })
    let transport = LocalTransport(["localhost": server], over: environment.transport)
    let posts = Webservice.posts(environment, hooks: hooks, transport: transport)
    let client = APIClient(webservice: posts, baseURL: environment.baseURL)

    heading("Posts of a user, in the order in which a load does things")
    await show(client)
    if let offset = try await client.clockOffset() {
        print("请求时间差: \(Int((offset / .seconds(1)).rounded())) s")
    }

    heading("What the envelope says, too")
    let envelope = try await posts.load(Post.envelope(by: 101))
    print("\(envelope.code) \(envelope.message): \(try envelope.get().count)")

    print(sent.withLock { $0.joined(separator: "\n") })

    heading("A key path, nothing at all, and JSON that is sent")
    print(try await posts.load(Post.one(1)).title)
    print(try await posts.load(Post.some(by: 102)) ?? "nil")
    print(try await posts.load(Post.publish(Draft(title: "你好", body: "第一篇文章"))))
    print(try await posts.load(Session.logIn(email: "a@example.org", password: "secret")))

    heading("Redirections: one that is followed, and one that is not")
    print(try await posts.load(Resource<Post>(json: "posts/old", at: "post")).id)
    let stays = Resource(Request("posts/private"), parseResponse: { $0 }).validating(.status(302))
    let response = try await posts.load(stays)
    print("\(response.status) to \(response.headerFields["Location"] ?? "nowhere")")

    heading("Everything that can go wrong")
    var rows: [[String]] = []
    for id in [403, 404, 500, 502, 10, 11, 12, 13, 14, 15, 16, 17] {
        do {
            _ = try await posts.load(Post.one(id))
        } catch {
            rows.append(["posts/\(id)", "\(type(of: error))", told(apart: error), ErrorMessages.posts(error)])
        }
    }
    print(Table(["Asked for", "Type", "Kind", "Message"], rows: rows))
    print("\nThe hook was told of \(unavailable.withLock { $0 })")
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
