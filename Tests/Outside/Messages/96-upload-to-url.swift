// says: 'upload(_:to:)' is unavailable: write load(Resource<Void>("files", method: .post, body: .file(url)))
// write: try await webservice.load(Resource<Void>("files", method: .post, body: .file(file)))
import Foundation
import Resourceful

func send(_ file: URL, _ webservice: Webservice) async throws {
    _ = try await webservice.upload(file, to: file)
}
