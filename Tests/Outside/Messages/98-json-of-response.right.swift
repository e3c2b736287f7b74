// write: try response.json().title.string
import Resourceful

func title(of response: Response) throws -> String { try response.json().title.string }
