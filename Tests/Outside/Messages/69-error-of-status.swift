// says: instance member 'status' cannot be used on type 'LoadError'; did you mean to use a value of this type
//    instead?
// write: catch let error as LoadError where error.status == 404
import Resourceful

struct Episode: Codable, Sendable { let id: Int }

extension Episode {
    static let all = Resource<[Episode]>(json: "episodes.json")
}

func newest(_ webservice: Webservice) async throws -> Episode? {
    do {
        return try await webservice.load(Resource<Episode>(json: "newest.json"))
    } catch LoadError.status(404) {
        return nil
    }
}
