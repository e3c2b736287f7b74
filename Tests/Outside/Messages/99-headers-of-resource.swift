// says: value of type 'Resource<…>' has no member 'headers'
// write: headerFields: ["Accept-Language": "de"]
import Resourceful

let list = Resource<[String]>(json: "titles.json").headers(["Accept-Language": "de"])
