// write: (error.underlyingError as? TransportError)?.kind == .timedOut
import Resourceful

func isTimeout(_ error: LoadError) -> Bool { (error.underlyingError as? TransportError)?.kind == .timedOut }
