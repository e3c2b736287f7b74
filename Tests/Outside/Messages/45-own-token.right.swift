// write: .map { Token($0.access, refreshToken: $0.refresh) }
import Foundation
import Resourceful

let api = URL(string: "https://example.org/")!

struct Tokens: Decodable, Sendable { let access, refresh: String }

let bearer = Policy.bearer(for: api) { _ in
    Resource<Tokens>(json: "token", method: .post)
        .map { Token($0.access, refreshToken: $0.refresh) }
}
