import Resourceful
import ResourcefulTesting

/// The service, with correct responses for user 101 and faults for all others.
enum PostsServer {
    static let stubs: StubServer = [
        Stub("posts", query: ["userId": "101"]).answers { _ in .text(list).headerFields(["Date": date]) },
        Stub("posts", query: ["userId": "102"]).answers(.text("")),
        Stub(.get, "posts").answers(.text(#"{"code": "100021", "message": "用户不存在"}"#)),
        Stub("posts/old").answers(.status(302, headerFields: ["Location": "/api/posts/1"])),
        Stub("posts/private").answers(.status(302, headerFields: ["Location": "/login"])),
        Stub("posts/16").when("it wants English", isForEnglish).answers(
            .text(#"{"code": "100001", "message": "there is no such post"}"#)),
        Stub("posts/{id}").answers { match in bad[match["id"] ?? ""] ?? .text(post) },
        Stub(.post, "posts").answers { match in
            let draft = try JSON(parsing: match.request.body?.data ?? Data()).decode(Draft.self)
            return .json(Sealed(data: Post(id: 3, title: draft.title, body: draft.body, userID: 101)))
        },
        Stub(.post, "login", body: .json(["email": "a@example.org", "password": "secret"]))
            .answers(.json(Sealed(data: Session(userID: 101)))),
        Stub(.post, "login").answers(.text(#"{"code": "100002", "message": "密码错误"}"#)),
    ]

    @Sendable private static func isForEnglish(_ request: Request) -> Bool {
        request.headerFields["Accept-Language"] == "en"
    }

    /// The faults of some posts, by number.
    static let bad: [String: StubAnswer] = [
        "403": .status(403), "404": .status(404), "500": .status(500), "502": .status(502), "503": .status(503),
        "10": .text("<html>请登录</html>", mediaType: "text/html"), "11": .text(""), "12": .text(#"{"code": "#),
        "13": .text(#"{"message": "没有 code"}"#), "14": .text(#"{"code": "000000", "data": {}}"#),
        "15": .text(#"{"code": "000000", "data": {"post": {"id": "一"}}}"#),
        "16": .text(#"{"code": "100001", "message": "文章不存在"}"#), "17": .text(#"{"code": "100009"}"#),
    ]

    /// The time, a minute ahead of this machine.
    private static var date: String { HTTPDate.text(of: Date(timeIntervalSinceNow: 60)) ?? "" }

    /// The envelope of all responses.
    private struct Sealed<Content: Encodable>: Encodable {
        var code = "000000"
        var message = "ok"
        let data: Content
    }

    static let list = """
        {"code": "000000", "message": "ok", "data": [
          {"id": 1, "title": "sunt aut facere", "body": "quia et suscipit", "userId": 101},
          {"id": 2, "title": "qui est esse", "body": "est rerum tempore", "userId": 101}
        ]}
        """

    static let post = """
        {"code": "000000", "message": "ok", "data": {"post": {
          "id": 1, "title": "sunt aut facere", "body": "quia et suscipit", "userId": 101
        }}}
        """
}
