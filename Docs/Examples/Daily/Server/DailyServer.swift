import Resourceful
import ResourcefulIdentity
import ResourcefulTesting

/// The service with its sample responses, which the tests and the program share.
enum DailyServer {
    static let stubs: StubServer = [
        Stub("news/latest").when("it is signed", isSigned).answers(.text(latest)),
        Stub("navigations").answers(.text(categories)),
        Stub("news/9666049").answers(.text(article)),
        Stub("news/{id}").answers(.text(#"{"status": 404, "error_msg": "没有这篇文章"}"#, status: 404)),
    ]

    static let key = DailyKey(name: "app", secret: "not a secret")

    /// Whether a request has the right signature for its nonce and time.
    @Sendable static func isSigned(_ request: Request) -> Bool {
        let query = request.url.query().map { Query(parsing: $0) }
        func value(_ name: String) -> String { query?.values(of: name).first ?? "" }
        let text = "\(value("key"))\(value("nonce"))\(value("timestamp"))\(key.secret)"
        return !value("nonce").isEmpty && value("signature") == Signing.hexadecimal(Signing.md5(text.utf8))
    }

    static let latest = """
        {
          "date": "20180117",
          "stories": [
            {"images": ["https://pic4.zhimg.com/v2-1.jpg"], "type": 0, "id": 9666049, "title": "小事 · 一个人的旅行"},
            {"images": ["https://pic1.zhimg.com/v2-2.jpg"], "type": 0, "id": 9665994, "title": "为什么猫喜欢纸箱？"}
          ],
          "top_stories": [
            {"image": "https://pic2.zhimg.com/v2-3.jpg", "type": 0, "id": 9666049, "title": "小事 · 一个人的旅行"}
          ]
        }
        """

    /// The second one is malformed: its id isn't a number.
    static let categories = """
        [{"id": 1, "name": "电影日报"}, {"id": {}, "name": "设计日报"}, {"id": 3, "name": "大公司日报"}]
        """

    static let article = """
        {"id": 9666049, "title": "小事 · 一个人的旅行", "body": "<p>从北京出发……</p>"}
        """
}
