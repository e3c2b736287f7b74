import Resourceful

/// A post of a user.
struct Post: Codable, Equatable, Sendable {
    let id: Int
    let title, body: String
    let userID: Int

    enum CodingKeys: String, CodingKey {
        case id, title, body, userID = "userId"
    }
}

/// A post that isn't published yet.
struct Draft: Codable, Equatable, Sendable {
    let title, body: String
}

extension Post {
    static func all(by userID: Int) -> Resource<[Post]> { Resource(json: PostsRouter.posts(userID: userID)) }

    /// The same, where missing content means that there are no posts.
    static func some(by userID: Int) -> Resource<[Post]?> { Resource(json: PostsRouter.posts(userID: userID)) }

    /// The posts, with the fields of the envelope.
    static func envelope(by userID: Int) -> Resource<ResponseData<[Post]>> {
        Resource(json: PostsRouter.posts(userID: userID), decoder: JSON.Decoder(userInfo: [.envelope: Envelope.posts]))
            .inside(nil)
    }

    /// One post, at a key path.
    static func one(_ id: Int) -> Resource<Post> { Resource(json: PostsRouter.post(id), at: "post") }

    static func publish(_ draft: Draft) -> Resource<Post> { Resource(json: PostsRouter.publish(draft)) }
}

/// The user who has signed in.
struct Session: Codable, Equatable, Sendable {
    let userID: Int

    static func logIn(email: String, password: String) -> Resource<Session> {
        Resource(json: PostsRouter.logIn(email: email, password: password))
    }
}
