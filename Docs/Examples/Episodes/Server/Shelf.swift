import ExampleSupport
import Resourceful

/// The podcast behind a lock: requests come from many connections at once.
final class Shelf: Sendable {
    private let podcast: Guarded<Podcast>

    init(_ podcast: Podcast) { self.podcast = Guarded(podcast) }

    var content: Podcast { podcast.withLock { $0 } }

    /// Adds a comment; returns how many there are now.
    func add(_ comment: Comment, to episode: Episode) -> Int {
        podcast.withLock { podcast in
            podcast.comments[episode.id, default: []].append(comment)
            return podcast.comments[episode.id]?.count ?? 0
        }
    }
}
