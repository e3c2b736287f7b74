// says: value of type 'any Error' has no member '…'
// write: catch let error as LoadError where error.status == 404
import Resourceful

struct Episode: Decodable, Sendable { let id: Int }
extension Episode { static let all = Resource<[Episode]>(json: "episodes.json") }
func show(_ webservice: Webservice) async {
    do {
        print(try await webservice.load(Episode.all))
    } catch {
        print(error.status == 404)
    }
}
