// says: cannot convert value of type '[String : Any]' to expected argument type '[String : (any Encodable)?]'
// write: let members: [String: any Encodable] = ["id": 7, "title": "Plans"]
import Resourceful

func body() -> Body {
    let members: [String: Any] = ["id": 7, "title": "Plans"]
    return .json(members)
}
