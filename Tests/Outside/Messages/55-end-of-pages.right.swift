// write: next: .offset(as: "start", until: .total(\.total))
import Foundation
import Resourceful
import ResourcefulPages

struct Found: Decodable, Sendable {
    let results: [String]
    let next: URL?
    let total: Int
}

enum Episode { static let search = Resource<Found>(json: "search.json") }

let found = Paged(Episode.search, items: \.results, next: .offset(as: "start", until: .total(\.total)))
