// write: Resource("token", method: .post, body: login, parseJSON: Token.oauth)
import Resourceful

let login = Body.form(["user": "ada"])
let token: Resource<Token> = Resource("token", method: .post, body: login, parseJSON: Token.oauth)
