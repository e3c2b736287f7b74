// says: 'upload(_:progress:)' is unavailable: an upload is a resource with a body; write load(resource) { progress in
//    … }
// write: try await webservice.load(upload) { progress in print(progress) }
import Resourceful
import ResourcefulProgress

func send(_ upload: Resource<Void>, _ webservice: Webservice) async throws {
    try await webservice.upload(upload) { progress in print(progress) }
}
