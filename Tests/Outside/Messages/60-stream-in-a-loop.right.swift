// write: for try await event in webservice.stream(of: feed)
import Resourceful
import ResourcefulStreams

func show(_ feed: StreamResource<ServerSentEvent>, _ webservice: Webservice) async throws {
    for try await event in webservice.stream(of: feed) { print(event.data) }
}
