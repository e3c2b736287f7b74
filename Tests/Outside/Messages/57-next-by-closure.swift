// says: trailing closure passed to parameter of type 'NextPage<…>' that does not accept a closure
// write: next: NextPage { page, response, request in nil }
import Foundation
import Resourceful
import ResourcefulPages

struct Found: Decodable, Sendable {
    let results: [String]
    let next: URL?
    let total: Int
}

enum Episode { static let search = Resource<Found>(json: "search.json") }

let found = Paged(Episode.search, items: \.results) { page, response, request in nil }
