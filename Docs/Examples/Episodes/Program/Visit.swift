import ExampleSupport
import Resourceful

/// The loads of the tour. `episodes explain` and `episodes what-if` are about the same ones.
enum Visit {
    /// The list: first the stored one, then the server's.
    static let list = Episode.all.cached()

    /// The first episode that is found, and its details.
    static let details = Episode.search("plans").flatMap { found in
        guard let episode = found.first else { throw NothingFound() }
        return episode.media.map { (episode, $0) }
    }

    /// A comment on the newest episode, and the number of its comments.
    static let posting = Episode.all.flatMap { episodes in
        guard let newest = episodes.first else { throw NothingFound() }
        return newest.post(Comment(author: "A listener", text: "More of this, please.")).map { (newest, $0) }
    }

    /// The comment, and then two things at once: the collections, and all comments.
    static let comment = posting.flatMap { newest, count in
        zip(PodcastCollection.all, newest.comments).map { ($0, count, $1) }
    }
}

/// The podcast lacks the episode that the tour needs.
struct NothingFound: Complaining {
    var complaint: Complaint {
        Complaint("the podcast has no such episode", hint: "Check --base-url.", status: .badData)
    }
}
