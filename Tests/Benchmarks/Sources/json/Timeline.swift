import ResourcefulJSON

/// Posts of a social network: nested objects, short strings in many scripts, large whole numbers, much that is null.
struct Timeline: Codable, Equatable {
    let posts: [Post]
    let cursor: String

    init(json: JSON) throws {
        posts = try json.posts.array(of: Post.init)
        cursor = try json.cursor.string
    }
}

struct Post: Codable, Equatable {
    let id: Int
    let createdAt: String
    let text: String
    let source: String
    let isTruncated: Bool
    let replyTo: Int?
    let author: Author
    let entities: Entities
    let coordinates: [Double]?
    let reposts: Int
    let favorites: Int
    let language: String

    enum CodingKeys: String, CodingKey {
        case id, text, source, author, entities, coordinates, reposts, favorites, language
        case createdAt = "created_at"
        case isTruncated = "is_truncated"
        case replyTo = "reply_to"
    }

    init(json: JSON) throws {
        id = try json.id.int
        createdAt = try json.created_at.string
        text = try json.text.string
        source = try json.source.string
        isTruncated = try json.is_truncated.bool
        replyTo = json.reply_to.isNull ? nil : try json.reply_to.int
        author = try Author(json: json.author)
        entities = try Entities(json: json.entities)
        coordinates = json.coordinates.isNull ? nil : try json.coordinates.array { try $0.double }
        reposts = try json.reposts.int
        favorites = try json.favorites.int
        language = try json.language.string
    }
}

struct Author: Codable, Equatable {
    let id: Int
    let name: String
    let handle: String
    let location: String
    let about: String
    let url: String?
    let isVerified: Bool
    let followers: Int
    let following: Int
    let color: String
    let image: String

    init(json: JSON) throws {
        id = try json.id.int
        name = try json.name.string
        handle = try json.handle.string
        location = try json.location.string
        about = try json.about.string
        url = json.url.isNull ? nil : try json.url.string
        isVerified = try json.isVerified.bool
        followers = try json.followers.int
        following = try json.following.int
        color = try json.color.string
        image = try json.image.string
    }
}

struct Entities: Codable, Equatable {
    let tags: [String]
    let mentions: [Mention]
    let links: [String]

    init(json: JSON) throws {
        tags = try json.tags.array { try $0.string }
        mentions = try json.mentions.array(of: Mention.init)
        links = try json.links.array { try $0.string }
    }
}

struct Mention: Codable, Equatable {
    let id: Int
    let handle: String
    let indices: [Int]

    init(json: JSON) throws {
        id = try json.id.int
        handle = try json.handle.string
        indices = try json.indices.array { try $0.int }
    }
}
