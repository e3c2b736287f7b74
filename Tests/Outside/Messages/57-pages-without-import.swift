// says: cannot find 'Paged' in scope
// write: import ResourcefulPages
import Resourceful

struct Episode: Codable, Sendable { let id: Int }

extension Episode {
    static let all = Resource<[Episode]>(json: "episodes.json")
    static let pages = Paged(all, next: .link)
}
