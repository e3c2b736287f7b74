import ExampleSupport
import Resourceful
import ResourcefulTesting

/// The service, with correct responses and faults.
enum FeedServer {
    static let stubs = stubs(in: .chinese)

    static func stubs(in language: Language) -> StubServer {
        [
            Stub(.post, "recommend_api/v1/short_msg/hot").answers(.text(language(listInEnglish, list))),
            Stub("tag_api/v1/query_topic_list").answers(.text(language(topicsInEnglish, topics))),
        ]
    }

    /// A failure that is well-formed and has the status 200.
    static let failing: StubServer = [
        Stub(nil, "{+path}").answers(.text(#"{"err_no": 403, "err_msg": "must login", "data": null}"#))
    ]

    static let list = """
        {"err_no": 0, "err_msg": "success", "data": [
          {"msg_id": "1", "msg_Info": {"content": "今天下班早"}, "author_user_info": {"user_name": "小明"}},
          {"msg_id": "2", "msg_Info": {"content": "Swift 6 真香"}, "author_user_info": {"user_name": "阿强"}}
        ], "cursor": "eyJ2", "count": 2, "has_more": true}
        """

    static let topics = """
        {"err_no": 0, "err_msg": "success", "data": [{"title": "上班摸鱼"}, {"title": "代码秀"}]}
        """

    static let listInEnglish = """
        {"err_no": 0, "err_msg": "success", "data": [
          {"msg_id": "1", "msg_Info": {"content": "Home early today"}, "author_user_info": {"user_name": "Ming"}},
          {"msg_id": "2", "msg_Info": {"content": "Swift 6 is lovely"}, "author_user_info": {"user_name": "Qiang"}}
        ], "cursor": "eyJ2", "count": 2, "has_more": true}
        """

    static let topicsInEnglish = """
        {"err_no": 0, "err_msg": "success", "data": [{"title": "Slacking off"}, {"title": "Show your code"}]}
        """
}
