// write: create.header("Idempotency-Key", "7")
import Resourceful

struct Episode: Decodable, Sendable { let id: Int }

let create = Resource<Episode>(json: "episodes.json", method: .post)
let order = create.header("Idempotency-Key", "7")
