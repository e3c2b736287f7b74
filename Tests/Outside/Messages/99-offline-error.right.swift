// write: (error as? LoadError)?.stage == .transport
import Resourceful

func show(_ error: any Error) -> Bool { (error as? LoadError)?.stage == .transport }
