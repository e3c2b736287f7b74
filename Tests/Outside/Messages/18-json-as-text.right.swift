// write: try json.title.string
import Foundation
import Resourceful

let title = Resource<String>(url: URL(string: "episode.json")!, parseJSON: { json in try json.title.string })
