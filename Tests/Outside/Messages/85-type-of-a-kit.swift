// says: cannot find '…' in scope
// write: import ResourcefulDisk
import Foundation
import Resourceful

func webservice(_ folder: URL) -> Webservice {
    Webservice(policies: [.cache(in: DiskCache(folder: folder))])
}
