// says: use of 'first' refers to instance method rather than global function 'first(of:staggeredBy:)'
// write: Plan.first(of: [newest, mirrored])
import Resourceful

struct Episode: Decodable, Sendable { let id: Int }

extension Episode {
    static let newest = Resource<Episode>(json: "newest.json")
    static let mirrored = Resource<Episode>(json: "https://mirror.example.org/newest.json")
    static func first(after id: Int) -> Resource<Episode> { newest.query("after", id) }
    static var fastest: Plan<Episode> { first(of: [newest, mirrored]) }
}
