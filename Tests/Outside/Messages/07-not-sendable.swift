// says: type '…' does not conform to the 'Sendable' protocol
// write: struct Episode: Decodable, Sendable
import Resourceful

final class Episode: Decodable { var id = 0 }
extension Episode { static let all = Resource<[Episode]>(json: "episodes.json") }
