// write: log.lines += try await webservice.load(titles)
import Resourceful

final class Log { var lines: [String] = [] }

func show(_ log: Log, _ webservice: Webservice) async throws {
    let titles = Resource<[String]>(json: "titles.json")
    log.lines += try await webservice.load(titles)
}
