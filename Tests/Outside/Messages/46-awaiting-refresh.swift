// says: cannot pass function of type '…' to parameter expecting synchronous function type
// write: Policy.bearer(for: api) { token in Token.refreshed(token) }
import Foundation
import Resourceful

let api = URL(string: "https://example.org/")!

extension Token {
    static func refreshed(_ token: Token?) -> Resource<Token> { Resource("token", parseJSON: Token.oauth) }
}

let auth = Webservice(baseURL: api)
let bearer = Policy.bearer(for: api) { token in try await auth.load(Token.refreshed(token)) }
