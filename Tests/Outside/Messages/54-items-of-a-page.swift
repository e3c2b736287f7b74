// says: 'init(_:next:)' is unavailable: say where the items of a page are, such as items: \.results
// write: Paged(Episode.search, items: \.results, next: .cursor(\.next, as: "cursor"))
import Foundation
import Resourceful
import ResourcefulPages

struct Found: Decodable, Sendable {
    let results: [String]
    let next: URL?
    let total: Int
}

enum Episode { static let search = Resource<Found>(json: "search.json") }

let found = Paged(Episode.search, next: .cursor(\.next, as: "cursor"))
