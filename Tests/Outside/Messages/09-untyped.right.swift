// write: Resource<[Episode]>(json: "episodes.json")
import Resourceful

struct Episode: Decodable, Sendable { let id: Int }
func show(_ webservice: Webservice) async throws {
    let episodes = try await webservice.load(Resource<[Episode]>(json: "episodes.json"))
    print(episodes)
}
