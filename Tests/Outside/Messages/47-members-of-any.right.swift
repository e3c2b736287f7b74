// write: let members: [String: any Encodable] = ["id": 7, "title": "Plans"]
import Resourceful

func body() -> Body {
    let members: [String: any Encodable] = ["id": 7, "title": "Plans"]
    return .json(members)
}
