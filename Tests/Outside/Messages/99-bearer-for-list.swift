// says: cannot convert value of type '[URL]' to expected argument type 'URL'
// write: .bearer(for: api, also: [files]) { token in Token.refreshed(token) }
import Foundation
import Resourceful

extension Token {
    static func refreshed(_ token: Token?) -> Resource<Token> {
        let body = Body.form(["refresh_token": token?.refreshToken ?? ""])
        return Resource("token", method: .post, body: body, parseJSON: Token.oauth)
    }
}

func policies(_ api: URL, _ files: URL) -> [Policy] {
    [.bearer(for: [api, files]) { token in Token.refreshed(token) }]
}
