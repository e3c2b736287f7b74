// write: .changing { $0.timeout = .seconds(10) }
import Foundation
import Resourceful

func client(_ api: URL) -> Webservice { Webservice(baseURL: api, policies: [.changing { $0.timeout = .seconds(10) }]) }
