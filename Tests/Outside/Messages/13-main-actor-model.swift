// says: main actor-isolated conformance of '…' to 'Decodable' cannot satisfy conformance requirement for a
//    'Sendable' type parameter
// write: nonisolated struct Episode: Decodable, Sendable
// app
import Resourceful

struct Episode: Decodable, Sendable { let id: Int }
func show(_ webservice: Webservice) async throws {
    print(try await webservice.load(Resource<[Episode]>(json: "episodes.json")))
}
