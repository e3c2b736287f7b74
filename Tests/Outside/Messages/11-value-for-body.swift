// says: cannot convert value of type '…' to expected argument type 'Body'
// write: body: .json(episode)
import Resourceful

struct Episode: Codable, Sendable { let id: Int }
func post(_ episode: Episode) -> Resource<Episode> {
    Resource(json: "episodes.json", method: .post, body: episode)
}
