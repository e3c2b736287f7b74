// says: initializer '…' requires that 'String' conform to 'RequestConvertible'
// write: StreamResource<ServerSentEvent>(events: Request("feed"))
import Resourceful
import ResourcefulStreams

let feed = StreamResource<ServerSentEvent>(events: "feed")
