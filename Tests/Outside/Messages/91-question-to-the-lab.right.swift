import Foundation
import ResourcefulLab

func need(_ titles: Resource<[String]>) throws {
    print(try titles.sensitivity(to: Fixture("titles.json")))
}
