// says: cannot convert value of type 'Response.Status' to expected argument type 'Int'
// write: response.status.code == code
import Resourceful

func isExpected(_ response: Response, _ code: Int) -> Bool { response.status == code }
