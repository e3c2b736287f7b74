import Resourceful

extension Envelope {
    /// The envelope of all responses.
    static let juejin = Envelope(code: "err_no", message: "err_msg", success: [0])
}

/// A person's post, as in the list.
struct Dynamic: Codable, Equatable, Sendable {
    let content, author: String

    static func read(_ json: JSON) throws -> Dynamic {
        Dynamic(content: try json.msg_Info.content.string, author: try json.author_user_info.user_name.string)
    }
}

/// A recommended topic.
struct Topic: Codable, Equatable, Sendable {
    let title: String
}

extension Dynamic {
    /// A page of the list. Its cached response is found in any order of the parameters.
    static func list(_ parameters: [String: String]) -> Resource<[Dynamic]> {
        Resource("recommend_api/v1/short_msg/hot", method: .post, body: .json(parameters)) { try $0.array(of: read) }
    }
}

extension Topic {
    static let recommended = Resource<[Topic]>(json: "tag_api/v1/query_topic_list")
}
