// says: conflicting arguments to generic parameter '…' ('…' vs. '…')
// write: first(of: [Episode.newest.plan, stored])
import Resourceful

struct Episode: Decodable, Sendable { let id: Int }

extension Episode {
    static let newest = Resource<Episode>(json: "newest.json")
    static let mirrored = Resource<Episode>(json: "https://mirror.example.org/newest.json")
}
let stored = Plan.value(Episode(id: 7))
let quick = first(of: [Episode.newest, stored])
