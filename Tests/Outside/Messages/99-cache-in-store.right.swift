// write: .cache(in: DiskCache(folder: folder))
import Foundation
import Resourceful
import ResourcefulDisk

func webservice(caching folder: URL) -> Webservice { Webservice(policies: [.cache(in: DiskCache(folder: folder))]) }
