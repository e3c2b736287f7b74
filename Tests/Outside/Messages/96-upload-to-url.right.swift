// write: try await webservice.load(Resource<Void>("files", method: .post, body: .file(file)))
import Foundation
import Resourceful

func send(_ file: URL, _ webservice: Webservice) async throws {
    try await webservice.load(Resource<Void>("files", method: .post, body: .file(file)))
}
