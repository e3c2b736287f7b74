// says: cannot convert value of type 'String' to expected argument type 'Data'
// write: Response(body: Data("[]".utf8))
import Foundation
import Resourceful
import ResourcefulTesting

func count() throws -> Int {
    var run = DryRun { _ in Response(body: "[]") }
    return try run.load(Resource<[String]>(json: "https://example.org/titles.json")).count
}
