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
    private static let commentsTemplate: StaticString = "episodes/{id}/comments.json"

    /// What listeners say about this episode.
    public var comments: Resource<[Comment]> { .podcast(Self.commentsTemplate, ["id": id]) }

    /// Says something about this episode. The server answers with the number of comments there are now.
    public func post(_ comment: Comment) -> Resource<Int> {
        var resource = Resource<Int>.podcast(Self.commentsTemplate, ["id": id], at: "comments")
        resource.method = .post
        resource.body = .json(comment)
        return resource
    }
}
