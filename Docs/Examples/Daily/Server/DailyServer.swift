import ExampleSupport
import Resourceful
import ResourcefulIdentity
import ResourcefulTesting

/// The service with its sample responses, which the tests and the program share.
enum DailyServer {
    static let stubs = stubs(in: .chinese)

    static func stubs(in language: Language) -> StubServer {
        let missing = language("There is no such article.", "没有这篇文章")
        return [
            Stub("news/latest").when("it is signed", isSigned).answers(.text(language(latestInEnglish, latest))),
            Stub("navigations").answers(.text(language(categoriesInEnglish, categories))),
            Stub("news/9666049").answers(.text(language(articleInEnglish, article))),
            Stub("news/{id}").answers(.text(#"{"status": 404, "error_msg": "\#(missing)"}"#, status: 404)),
        ]
    }

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

    static let latestInEnglish = """
        {
          "date": "20180117",
          "stories": [
            {"images": ["https://pic4.zhimg.com/v2-1.jpg"], "type": 0, "id": 9666049, "title": "Traveling alone"},
            {"images": ["https://pic1.zhimg.com/v2-2.jpg"], "type": 0, "id": 9665994, "title": "Why cats love boxes"}
          ],
          "top_stories": [
            {"image": "https://pic2.zhimg.com/v2-3.jpg", "type": 0, "id": 9666049, "title": "Traveling alone"}
          ]
        }
        """

    static let categoriesInEnglish = """
        [{"id": 1, "name": "Film daily"}, {"id": {}, "name": "Design daily"}, {"id": 3, "name": "Business daily"}]
        """

    static let articleInEnglish = """
        {"id": 9666049, "title": "Traveling alone", "body": "<p>We set out from Beijing …</p>"}
        """
}
