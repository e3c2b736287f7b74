public import Resourceful

/// The audio and the chapters of an episode.
public struct Media: Codable, Equatable, Sendable {
    public let episode: Int
    public let audio: URL
    public let summary: String
    public let chapters: [Chapter]

    /// A part of an episode, and its beginning.
    public struct Chapter: Codable, Equatable, Sendable {
        public let start: Int
        public let title: String
    }
}
