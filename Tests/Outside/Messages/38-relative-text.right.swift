// write: StreamResource<ServerSentEvent>(events: Request("feed"))
import Resourceful
import ResourcefulStreams

let feed = StreamResource<ServerSentEvent>(events: Request("feed"))
