// says: value of type 'Resource<…>' has no member '…'
// write: import ResourcefulLab
import Foundation
import ResourcefulTesting

func need(_ titles: Resource<[String]>) throws {
    print(try titles.sensitivity(to: Fixture("titles.json")))
}
