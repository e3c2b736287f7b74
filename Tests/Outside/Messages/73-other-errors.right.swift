// write: catch { print(error) }
import Resourceful

struct Episode: Codable, Sendable { let id: Int }

extension Episode {
    static let all = Resource<[Episode]>(json: "episodes.json")
}

func show(_ webservice: Webservice) async {
    do {
        print(try await webservice.load(Episode.all))
    } catch let error as LoadError {
        print(error.stage)
    } catch {
        print(error)
    }
}
