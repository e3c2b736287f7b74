// write: switch error.stage
import Resourceful

func text(of error: LoadError) -> String {
    switch error.stage {
    case .transport: "offline"
    default: "failed"
    }
}
