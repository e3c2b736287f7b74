// says: main actor-isolated property '…' can not be referenced from a Sendable closure
// write: nonisolated extension Episode
// app
import Resourceful

nonisolated struct Episode: Decodable, Sendable { let id: Int }

extension Episode {
    static let all = Resource<[Episode]>(json: "episodes.json")
    var media: Resource<Int> { Resource(json: "episodes/{id}.json", ["id": id]) }
}

let media = Episode.all.flatMap { episodes in episodes[0].media }
