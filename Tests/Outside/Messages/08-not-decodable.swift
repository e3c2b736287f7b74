// says: initializer '…' requires that '…' conform to 'Decodable'
// write: struct Episode: Decodable, Sendable
import Resourceful

struct Episode: Sendable { let id: Int }
extension Episode { static let all = Resource<[Episode]>(json: "episodes.json") }
