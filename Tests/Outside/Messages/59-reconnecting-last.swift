// says: referencing instance method 'reconnecting' on 'StreamResource' requires the types '…' and 'ServerSentEvent'
//    be equivalent
// write: StreamResource(events: feed).reconnecting().decoded(as: Episode.self)
import Foundation
import Resourceful
import ResourcefulStreams

struct Episode: Codable, Sendable { let id: Int }
let feed = URL(string: "https://example.org/feed")!

let episodes = StreamResource(events: feed).decoded(as: Episode.self).reconnecting()
