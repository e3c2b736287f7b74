// says: call to main actor-isolated … '…' in a synchronous nonisolated context
// write: nonisolated func title(of episode: Episode) -> String
// app
import Resourceful

nonisolated struct Episode: Decodable, Sendable { let id: Int }
func title(of episode: Episode) -> String { "\(episode.id)" }

let newest = Resource<Episode>(json: "episode.json").map { title(of: $0) }
