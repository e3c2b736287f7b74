// says: static method 'json(_:encoder:)' requires that '…' conform to 'Encodable'
// write: struct Episode: Codable, Sendable
import Resourceful

struct Episode: Decodable, Sendable { let id: Int }
func post(_ episode: Episode) -> Resource<Episode> {
    Resource(json: "episodes.json", method: .post, body: .json(episode))
}
