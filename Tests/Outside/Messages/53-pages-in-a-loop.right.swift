// write: for try await episode in webservice.items(of: Episode.pages)
import Resourceful
import ResourcefulPages

struct Episode: Codable, Sendable { let id: Int }

extension Episode {
    static let all = Resource<[Episode]>(json: "episodes.json")
    static let pages = Paged(all, next: .link)
}

func show(_ webservice: Webservice) async throws {
    for try await episode in webservice.items(of: Episode.pages) { print(episode) }
}
