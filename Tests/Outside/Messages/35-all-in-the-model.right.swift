// write: Plan.all(episodes.map(\.media))
import Resourceful

struct Episode: Decodable, Sendable { let id: Int }

extension Episode {
    static let all = Resource<[Episode]>(json: "episodes.json")
    var media: Resource<Int> { Resource(json: "episodes/{id}.json", ["id": id]) }
    static let everything = all.flatMap { episodes in Plan.all(episodes.map(\.media)) }
}
