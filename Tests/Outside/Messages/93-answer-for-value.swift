// says: type 'Encodable' has no member '…'
// write: Stub("episodes.json").answers(.json([episode], at: "data"))
import Resourceful
import ResourcefulTesting

struct Episode: Codable, Sendable { let id: Int }

let episode = Episode(id: 7)
let server: StubServer = [Stub("episodes.json").answers(.json(.json([episode]), at: "data"))]
