import Resourceful

/// An episode, read by hand.
struct Episode: Codable, Equatable, Sendable {
    let id, title: String

    static func read(_ json: JSON) throws -> Episode {
        Episode(id: try json.id.string, title: try json.title.string)
    }
}

/// What there is to see of an episode, decoded.
struct Media: Codable, Equatable, Sendable {
    let video: URL
    let seconds: Int
}

extension Episode {
    /// The bytes, before anything is read.
    static let data = Resource<Data>(Request("episodes.json"))
    /// All of them: one that can't be read is a failure of the whole list, and the error names it.
    static let all = Resource("episodes.json", parseJSON: { try $0.array(of: read) })
    /// Those that can be read, and why the others can't.
    static let readable = Resource("episodes.json", parseJSON: { try $0.lossyArray(of: read) })

    var media: Resource<Media> { Resource(json: "episodes/{id}.json", ["id": id]) }

    static func search(_ words: String) -> Resource<[Episode]> { Resource(json: "search.json{?q}", ["q": words]) }

    /// Publishes a new one; the server answers with it.
    var publication: Resource<Episode> { Resource(json: "episodes.json").posting(self) }
}
