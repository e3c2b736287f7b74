// write: nonisolated func title(of episode: Episode) -> String
// app
import Resourceful

nonisolated struct Episode: Decodable, Sendable { let id: Int }
nonisolated func title(of episode: Episode) -> String { "\(episode.id)" }

let newest = Resource<Episode>(json: "episode.json").map { title(of: $0) }
