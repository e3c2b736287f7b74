import Foundation
import Resourceful
import ResourcefulIdentity

func webservice(_ api: URL) -> Webservice {
    Webservice(baseURL: api, policies: [.retry(), .cookies()])
}
