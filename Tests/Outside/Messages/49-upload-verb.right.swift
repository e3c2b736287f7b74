// write: try await webservice.load(upload) { progress in print(progress) }
import Resourceful
import ResourcefulProgress

func send(_ upload: Resource<Void>, _ webservice: Webservice) async throws {
    try await webservice.load(upload) { progress in print(progress) }
}
