// says: extra argument 'observers' in call
// write: run.events
import Resourceful
import ResourcefulTesting

func test() { let run = DryRun(policies: [.retry()], observers: [LoadObserver { _ in }]) { _ in Response() }; _ = run }
