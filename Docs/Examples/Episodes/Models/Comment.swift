public import Resourceful

/// What a listener says about an episode.
public struct Comment: Codable, Equatable, Sendable {
    public let author: String
    public let text: String

    public init(author: String, text: String) {
        self.author = author
        self.text = text
    }
}

extension Episode {
    /// What listeners say about this episode.
    public var comments: Resource<[Comment]> { Resource(json: commentsURL) }

    /// Says something about this episode. The server answers with the number of comments there are now, read by hand.
    public func post(_ comment: Comment) -> Resource<Int> {
        Resource(url: commentsURL, method: .post, body: .json(comment), parseJSON: { try $0.comments.int })
    }

    private var commentsURL: URL { URL(string: "episodes/\(id)/comments.json")! }
}
