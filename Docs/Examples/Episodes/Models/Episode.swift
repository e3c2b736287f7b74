public import Resourceful

/// An episode of the podcast, as the list has it.
public struct Episode: Codable, Equatable, Identifiable, Sendable {
    public let id: Int
    public let title: String
    public let collection: String
    public let seconds: Int
    public let released: String
}

extension Episode {
    /// Every episode, the newest first.
    public static let all = Resource<[Episode]>.podcast("episodes.json")

    /// The episodes whose titles have the words in them; the list stands inside an envelope.
    public static func search(_ words: String) -> Resource<[Episode]> {
        .podcast("search.json{?q}", ["q": words], at: "data.episodes")
    }

    /// What there is to hear and read of this episode.
    public var media: Resource<Media> { .podcast("episodes/{id}.json", ["id": id]) }
}
