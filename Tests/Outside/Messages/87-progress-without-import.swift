// says: 'load(_:completion:)' is unavailable: await the value: let value = try await webservice.load(resource)
// write: import ResourcefulProgress
import Resourceful

func send(_ upload: Resource<Void>, _ webservice: Webservice) async throws {
    try await webservice.load(upload) { progress in print(progress) }
}
