// says: type 'LoadError' has no member '…'
// write: switch error.stage
import Resourceful

func text(of error: LoadError) -> String {
    switch error {
    case .transport: "offline"
    default: "failed"
    }
}
