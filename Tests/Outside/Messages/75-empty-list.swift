// says: use [:] to get an empty dictionary literal
// write: .answers(.json([Episode]()))
import Resourceful
import ResourcefulTesting

struct Episode: Codable, Sendable { let id: Int }
let stub = Stub("episodes.json").answers(.json([]))
