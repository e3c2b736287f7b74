public import Resourceful

/// Episodes that belong together.
public struct PodcastCollection: Codable, Equatable, Sendable {
    public let name: String
    public let episodes: [Int]
}

extension PodcastCollection {
    /// Every collection.
    public static let all = Resource<[PodcastCollection]>.podcast("collections.json")
}
