// says: thrown expression type 'any Error' cannot be converted to error type 'LoadError'
// write: func newest() async throws -> Episode
import Resourceful

struct Episode: Codable, Sendable { let id: Int }

extension Episode {
    static let all = Resource<[Episode]>(json: "episodes.json")
}

func newest(_ webservice: Webservice) async throws(LoadError) -> Episode {
    try await webservice.load(Resource<Episode>(json: "newest.json"))
}
