public import Resourceful

/// An episode of the podcast, as in the list.
public struct Episode: Codable, Equatable, Identifiable, Sendable {
    public let id: Int
    public let title: String
    public let collection: String
    public let seconds: Int
    public let released: String
    /// The person who is interviewed, if there is one.
    public let guest: String?
}

extension Episode {
    /// Every episode, the newest first.
    public static let all = Resource<[Episode]>.podcast("episodes.json")

    /// The episodes whose titles contain the words. The list is in an envelope.
    public static func search(_ words: String) -> Resource<[Episode]> {
        .podcast("search.json{?q}", ["q": words], at: "data.episodes")
    }

    /// The audio and the chapters of this episode.
    public var media: Resource<Media> { .podcast("episodes/{id}.json", ["id": id]) }
}
