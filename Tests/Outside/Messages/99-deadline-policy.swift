// says: type 'Policy' has no member 'deadline'
// write: list.deadline(.seconds(10))
import Foundation
import Resourceful

func client(_ api: URL) -> Webservice { Webservice(baseURL: api, policies: [.deadline(.seconds(10))]) }
