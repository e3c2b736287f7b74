// says: 'load' is unavailable: to get the response, too: let (value, response) = try await
//    load(resource.withResponse)
// write: let (episodes, response) = try await webservice.load(Episode.all.withResponse)
import Resourceful

struct Episode: Codable, Sendable { let id: Int }

extension Episode {
    static let all = Resource<[Episode]>(json: "episodes.json")
}

func show(_ webservice: Webservice) async throws {
    let (episodes, response) = try await webservice.load(Episode.all)
    print(episodes, response.status)
}
