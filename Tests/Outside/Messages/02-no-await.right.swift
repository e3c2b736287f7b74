// write: try await webservice.load(Episode.all)
import Resourceful

struct Episode: Decodable, Sendable { let id: Int }
extension Episode { static let all = Resource<[Episode]>(json: "episodes.json") }
func show(_ webservice: Webservice) async throws {
    let episodes = try await webservice.load(Episode.all)
    print(episodes)
}
