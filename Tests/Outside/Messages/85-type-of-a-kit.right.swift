import Foundation
import Resourceful
import ResourcefulDisk

func webservice(_ folder: URL) -> Webservice {
    Webservice(policies: [.cache(in: DiskCache(folder: folder))])
}
