// says: cannot convert value of type 'Paged<…>' to expected argument type 'Resource<Value>'
// write: Samples(of: Episode.all, ["none": .json([Episode]())])
import Resourceful
import ResourcefulPages
import ResourcefulTesting

struct Episode: Codable, Sendable {
    static let all = Resource<[Episode]>(json: "episodes.json")
    static let pages = Paged(all, next: .link)
}

let samples = Samples(of: Episode.pages, ["none": .json([Episode]())])
