// says: cannot convert value of type 'Paged<…>' to expected argument type 'Resource<…>'
// write: try assertParsesBack(Episode.all, [episode])
import Resourceful
import ResourcefulPages
import ResourcefulTesting

struct Episode: Codable, Equatable, Sendable {
    static let all = Resource<[Episode]>(json: "episodes.json")
    static let pages = Paged(all, next: .link)
}

func readsBack(_ episode: Episode) throws { try assertParsesBack(Episode.pages, [episode]) }
