// write: struct Episode: Codable, Sendable
import Resourceful

struct Episode: Codable, Sendable { let id: Int }
func post(_ episode: Episode) -> Resource<Episode> {
    Resource(json: "episodes.json", method: .post, body: .json(episode))
}
