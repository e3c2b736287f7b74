import ExampleSupport
import Resourceful

/// The podcast behind a lock, because many connections use it at once.
final class Shelf: Sendable {
    private let podcast: Guarded<Podcast>

    init(_ podcast: Podcast) { self.podcast = Guarded(podcast) }

    var content: Podcast { podcast.withLock { $0 } }

    /// Adds a comment, unless one with the same idempotency key was added before, and returns the new number of
    /// comments.
    func add(_ comment: Comment, to episode: Episode, key: String?) -> Int {
        podcast.withLock { podcast in
            let isNew = key.map { podcast.keys.insert($0).inserted } ?? true
            if isNew { podcast.comments[episode.id, default: []].append(comment) }
            return podcast.comments[episode.id]?.count ?? 0
        }
    }
}
