// write: .map { titles in titles.count }
import Resourceful

let count = Resource<[String]>(json: "titles.json").map { titles in titles.count }
