// write: var run = self.run
import Foundation
import Resourceful
import ResourcefulTesting

struct Tests {
    let titles = Resource<[String]>(json: "https://example.org/titles.json")
    var run = DryRun { _ in Response(body: Data("[]".utf8)) }
    func count() throws -> Int {
        var run = self.run
        return try run.load(titles).count
    }
}
