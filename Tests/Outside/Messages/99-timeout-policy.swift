// says: type 'Policy' has no member 'timeout'
// write: .changing { $0.timeout = .seconds(10) }
import Foundation
import Resourceful

func client(_ api: URL) -> Webservice { Webservice(baseURL: api, policies: [.timeout(.seconds(10))]) }
