// write: .map { Token($0.access, refreshToken: $0.refresh) }
import Foundation
import Resourceful

let api = URL(string: "https://example.org/")!

struct Tokens: Decodable, Sendable { let access, refresh: String }

struct SignedOut: Error {}

let bearer = Policy.bearer(for: api) { old in
    guard old != nil else { throw SignedOut() }
    return Resource<Tokens>(json: "token", method: .post)
        .map { Token($0.access, refreshToken: $0.refresh) }
}
