// says: cannot convert value of type 'String' to expected argument type 'JSONPath'
// write: at: JSONPath(path)
import Resourceful

func titles(_ path: String) -> Resource<[String]> { Resource(json: "titles.json", at: path) }
