// says: inheritance from non-protocol type 'Policy'
// write: extension Policy { static let app = Policy.headerFields(["X-App": "podcasts"]) }
import Resourceful

struct App: Policy {}
