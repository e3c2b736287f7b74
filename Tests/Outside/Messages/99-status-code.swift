// says: 'statusCode' has been renamed to 'status'
// write: response.status == 404
import Resourceful

func isMissing(_ response: Response) -> Bool { response.statusCode == 404 }
