// says: cannot convert value of type 'Resource<…>' to expected argument type 'Paged<Item>'
// write: webservice.items(of: Paged(Episode.all, next: .link))
import Resourceful
import ResourcefulPages

struct Episode: Codable, Sendable { let id: Int }

extension Episode {
    static let all = Resource<[Episode]>(json: "episodes.json")
}

func show(_ webservice: Webservice) async throws {
    for try await episode in webservice.items(of: Episode.all) { print(episode) }
}
