// says: method 'json' was used as a property; add () to call it
// write: try response.json().title.string
import Resourceful

func title(of response: Response) throws -> String { try response.json.title.string }
