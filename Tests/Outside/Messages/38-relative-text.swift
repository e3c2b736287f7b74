// says: cannot convert value of type 'String' to expected argument type 'URL'
// write: StreamResource<ServerSentEvent>(events: Request("feed"))
import Resourceful
import ResourcefulStreams

let feed = StreamResource<ServerSentEvent>(events: "feed")
