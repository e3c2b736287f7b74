// says: 'get' is unavailable: write load(Resource<Episode>(json: "…"))
// write: try await webservice.load(Resource<Episode>(json: "episodes/7.json"))
import Resourceful

struct Episode: Codable, Sendable { let id: Int }

extension Episode {
    static let all = Resource<[Episode]>(json: "episodes.json")
}

func newest(_ webservice: Webservice) async throws -> Episode {
    try await webservice.get("episodes/7.json")
}
