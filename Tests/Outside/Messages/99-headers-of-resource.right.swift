// write: headerFields: ["Accept-Language": "de"]
import Resourceful

let list = Resource<[String]>(json: "titles.json", headerFields: ["Accept-Language": "de"])
