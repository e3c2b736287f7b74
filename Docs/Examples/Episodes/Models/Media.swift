public import Resourceful

/// What there is to hear and read of an episode.
public struct Media: Codable, Equatable, Sendable {
    public let episode: Int
    public let audio: URL
    public let summary: String
    public let chapters: [Chapter]

    /// A part of an episode, and where it begins.
    public struct Chapter: Codable, Equatable, Sendable {
        public let start: Int
        public let title: String
    }
}
