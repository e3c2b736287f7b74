// says: value of type '(any Error)?' has no member 'kind'
// write: (error.underlyingError as? TransportError)?.kind == .timedOut
import Resourceful

func isTimeout(_ error: LoadError) -> Bool { error.underlyingError.kind == .timedOut }
