import ExampleSupport
import Resourceful

/// The podcast behind a lock, because many connections use it at once.
final class Shelf: Sendable {
    private let podcast: Guarded<Podcast>

    init(_ podcast: Podcast) { self.podcast = Guarded(podcast) }

    var content: Podcast { podcast.withLock { $0 } }

    /// Adds a comment, and returns the new number of comments.
    func add(_ comment: Comment, to episode: Episode) -> Int {
        podcast.withLock { podcast in
            podcast.comments[episode.id, default: []].append(comment)
            return podcast.comments[episode.id]?.count ?? 0
        }
    }
}
