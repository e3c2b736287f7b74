// write: Webservice(baseURL: api).lasting(lifetime)
import Foundation
import Resourceful

let lifetime = LoadLifetime()

func client(_ api: URL) -> Webservice { Webservice(baseURL: api).lasting(lifetime) }

func end() async { await lifetime.end(within: .seconds(10)) }
