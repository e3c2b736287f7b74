// write: { progress in Task { await meter.show(progress) } }
import Resourceful
import ResourcefulProgress

actor Meter { func show(_ progress: TransferProgress) {} }

func send(_ upload: Resource<Void>, _ webservice: Webservice, _ meter: Meter) async throws {
    try await webservice.load(upload) { progress in Task { await meter.show(progress) } }
}
