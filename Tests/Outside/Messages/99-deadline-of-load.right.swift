// write: try await webservice.load(list.deadline(.seconds(10)))
import Resourceful

struct Episode: Decodable, Sendable { let id: Int }

let list = Resource<[Episode]>(json: "episodes.json")

func episodes(_ webservice: Webservice) async throws -> [Episode] {
    try await webservice.load(list.deadline(.seconds(10)))
}
