// write: return Resource<String>(json: "title.json").plan
import Resourceful

struct Empty: Error {}
let title = Resource<[String]>(json: "titles.json").flatMap { titles in
    if titles.isEmpty { return Plan<String>.failure(Empty()) }
    return Resource<String>(json: "title.json").plan
}
