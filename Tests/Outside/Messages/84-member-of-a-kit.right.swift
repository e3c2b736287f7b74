import Foundation
import Resourceful
import ResourcefulStreams

func read(_ webservice: Webservice) async throws {
    for try await line in webservice.stream(of: StreamResource<String>(lines: Request("feed"))) { print(line) }
}
