// write: try json.title.string
import Resourceful

func title(_ json: JSON) throws -> String { try json.title.string }
