// write: import ResourcefulProgress
import Resourceful
import ResourcefulProgress

func send(_ upload: Resource<Void>, _ webservice: Webservice) async throws {
    try await webservice.load(upload) { progress in print(progress) }
}
