// write: run.events
import Resourceful
import ResourcefulTesting

func test() throws {
    var run = DryRun(policies: [.retry()]) { _ in Response() }; try run.load(Resource<Void>("a")); print(run.events)
}
