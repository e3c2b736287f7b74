// write: Resource<[Episode]>(json: url).query("page", 2)
import Foundation
import Resourceful

struct Episode: Decodable, Sendable { let id: Int }

func list(at url: URL) -> Resource<[Episode]> { Resource<[Episode]>(json: url).query("page", 2) }
