// write: at: JSONPath(path)
import Resourceful

func titles(_ path: String) -> Resource<[String]> { Resource(json: "titles.json", at: JSONPath(path)) }
