// says: property access can throw but is not marked with 'try'
// write: try json.title.string
import Resourceful

func title(_ json: JSON) throws -> String { json.title.string }
