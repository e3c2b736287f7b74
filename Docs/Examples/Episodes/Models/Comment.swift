public import Resourceful

/// A listener's comment on an episode.
public struct Comment: Codable, Equatable, Sendable {
    public let author: String
    public let text: String

    public init(author: String, text: String) {
        self.author = author
        self.text = text
    }
}

extension Episode {
    private static let commentsTemplate: StaticString = "episodes/{id}/comments.json"

    /// The comments on this episode.
    public var comments: Resource<[Comment]> { .podcast(Self.commentsTemplate, ["id": id]) }

    /// Posts a comment on this episode. The server answers with the new number of comments.
    ///
    /// The request has an idempotency key, so it can be sent again: the comment is posted once.
    public func post(_ comment: Comment) -> Resource<Int> {
        var resource = Resource<Int>.podcast(Self.commentsTemplate, ["id": id], at: "comments")
        resource.method = .post
        resource.body = .json(comment)
        return resource.idempotencyKey()
    }
}
