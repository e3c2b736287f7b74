// write: { progress in bar.value = progress.fraction ?? 0 }
import Resourceful
import ResourcefulProgress

final class Bar { var value = 0.0 }

func send(_ upload: Resource<Void>, _ webservice: Webservice) async throws {
    let bar = Bar()
    try await webservice.load(upload) { progress in bar.value = progress.fraction ?? 0 }
    print(bar.value)
}
