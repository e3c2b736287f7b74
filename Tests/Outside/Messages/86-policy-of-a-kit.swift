// says: type 'Policy' has no member '…'
// write: import ResourcefulIdentity
import Foundation
import Resourceful

func webservice(_ api: URL) -> Webservice {
    Webservice(baseURL: api, policies: [.retry(), .cookies()])
}
