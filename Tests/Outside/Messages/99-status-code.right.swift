// write: response.status == 404
import Resourceful

func isMissing(_ response: Response) -> Bool { response.status == 404 }
