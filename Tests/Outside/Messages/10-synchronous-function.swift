// says: 'async' call in a function that does not support concurrency
// write: Task { try await webservice.load(Episode.all) }
import Resourceful

struct Episode: Decodable, Sendable { let id: Int }
extension Episode { static let all = Resource<[Episode]>(json: "episodes.json") }
func show(_ webservice: Webservice) throws {
    let episodes = try await webservice.load(Episode.all)
    print(episodes)
}
