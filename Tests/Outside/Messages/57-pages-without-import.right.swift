// write: import ResourcefulPages
import Resourceful
import ResourcefulPages

struct Episode: Codable, Sendable { let id: Int }

extension Episode {
    static let all = Resource<[Episode]>(json: "episodes.json")
    static let pages = Paged(all, next: .link)
}
