// write: Resource(json: "episodes/{id}.json", ["id": id])
import Resourceful

struct Episode: Decodable, Sendable { let id: Int }
func episode(_ id: Int) -> Resource<Episode> { Resource(json: "episodes/{id}.json", ["id": id]) }
