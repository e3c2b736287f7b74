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

let found = Paged(Episode.search, items: \.results, next: NextPage { page, response, request in nil })
