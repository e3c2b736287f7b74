import Resourceful

extension Envelope {
    /// What is around all that the service sends.
    static let juejin = Envelope(code: "err_no", message: "err_msg", success: [0])
}

/// What somebody has to say, as the list has it.
struct Dynamic: Codable, Equatable, Sendable {
    let content, author: String

    static func read(_ json: JSON) throws -> Dynamic {
        Dynamic(content: try json.msg_Info.content.string, author: try json.author_user_info.user_name.string)
    }
}

/// A topic that is recommended.
struct Topic: Codable, Equatable, Sendable {
    let title: String
}

extension Dynamic {
    /// A page of the list. It is found again whatever the order of its parameters.
    static func list(_ parameters: [String: String]) -> Resource<[Dynamic]> {
        Resource("recommend_api/v1/short_msg/hot", method: .post, body: .json(parameters)) { try $0.array(of: read) }
    }
}

extension Topic {
    static let recommended = Resource<[Topic]>(json: "tag_api/v1/query_topic_list")
}
