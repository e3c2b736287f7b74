// says: referencing initializer '…' on 'Resource' requires that 'Token' conform to 'Decodable'
// write: Resource("token", method: .post, body: login, parseJSON: Token.oauth)
import Resourceful

let login = Body.form(["user": "ada"])
let token: Resource<Token> = Resource(json: "token", method: .post, body: login)
