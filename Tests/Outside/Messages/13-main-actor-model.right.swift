// write: nonisolated struct Episode: Decodable, Sendable
// app
import Resourceful

nonisolated struct Episode: Decodable, Sendable { let id: Int }
func show(_ webservice: Webservice) async throws {
    print(try await webservice.load(Resource<[Episode]>(json: "episodes.json")))
}
