// says: cannot pass function of type '…' to parameter expecting synchronous function type
// write: { progress in Task { await meter.show(progress) } }
import Resourceful
import ResourcefulProgress

actor Meter { func show(_ progress: TransferProgress) {} }

func send(_ upload: Resource<Void>, _ webservice: Webservice, _ meter: Meter) async throws {
    try await webservice.load(upload) { progress in await meter.show(progress) }
}
