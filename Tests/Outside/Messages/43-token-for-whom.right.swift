// write: .bearer(token, for: api)
import Foundation
import Resourceful

let api = URL(string: "https://example.org/")!

func webservice(_ token: String) -> Webservice { Webservice(baseURL: api, policies: [.bearer(token, for: api)]) }
