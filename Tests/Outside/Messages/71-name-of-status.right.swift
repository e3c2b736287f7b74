// write: error.status == 404
import Resourceful

func isGone(_ error: LoadError) -> Bool { error.status == 404 }
