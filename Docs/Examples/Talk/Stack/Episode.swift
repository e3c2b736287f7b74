import Resourceful

/// An episode, read by hand.
struct Episode: Codable, Equatable, Sendable {
    let id, title: String

    static func read(_ json: JSON) throws -> Episode {
        Episode(id: try json.id.string, title: try json.title.string)
    }
}

/// The visible part of an episode, decoded.
struct Media: Codable, Equatable, Sendable {
    let video: URL
    let seconds: Int
}

extension Episode {
    /// The bytes, unparsed.
    static let data = Resource<Data>(Request("episodes.json"))
    /// All episodes. If one can't be read, the whole list fails, and the error names it.
    static let all = Resource("episodes.json", parseJSON: { try $0.array(of: read) })
    /// The episodes that can be read, and the errors of the others.
    static let readable = Resource("episodes.json", parseJSON: { try $0.lossyArray(of: read) })

    var media: Resource<Media> { Resource(json: "episodes/{id}.json", ["id": id]) }

    static func search(_ words: String) -> Resource<[Episode]> { Resource(json: "search.json{?q}", ["q": words]) }

    /// Publishes a new episode. The server answers with it.
    var publication: Resource<Episode> { Resource(json: "episodes.json").posting(self) }
}
