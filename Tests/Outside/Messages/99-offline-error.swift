// says: value of type 'any Error' has no member 'isOffline'
// write: (error as? LoadError)?.stage == .transport
import Resourceful

func show(_ error: any Error) -> Bool { error.isOffline }
