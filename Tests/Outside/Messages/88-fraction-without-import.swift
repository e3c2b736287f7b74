// says: value of type 'Result<…>' has no member 'fraction'
// write: import ResourcefulProgress
import Resourceful

final class Bar { var value = 0.0 }

func send(_ upload: Resource<Void>, _ webservice: Webservice, _ bar: Bar) async throws {
    try await webservice.load(upload) { bar.value = $0.fraction ?? 0 }
}
