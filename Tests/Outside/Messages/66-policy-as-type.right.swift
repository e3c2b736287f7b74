// write: extension Policy { static let app = Policy.headerFields(["X-App": "podcasts"]) }
import Resourceful

extension Policy { static let app = Policy.headerFields(["X-App": "podcasts"]) }
