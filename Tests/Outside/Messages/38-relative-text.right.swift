// write: StreamResource<ServerSentEvent>(events: Request("feed"))
import Resourceful

let feed = StreamResource<ServerSentEvent>(events: Request("feed"))
