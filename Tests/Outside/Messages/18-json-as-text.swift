// says: cannot convert value of type 'JSON' to closure result type '…'
// write: try json.title.string
import Foundation
import Resourceful

let title = Resource<String>(url: URL(string: "episode.json")!, parseJSON: { json in json.title })
