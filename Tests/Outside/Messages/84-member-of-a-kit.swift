// says: value of type 'Webservice' has no member 'stream'
// write: import ResourcefulStreams
import Foundation
import Resourceful

func read(_ webservice: Webservice) async throws {
    for try await line in webservice.stream(of: Request("feed")) { print(line) }
}
