// says: no exact matches in call to instance method 'parse'
// write: try titles.parse(Data(text.utf8))
import Foundation
import Resourceful
import ResourcefulTesting

func count(_ titles: Resource<[String]>, _ text: String) throws -> Int {
    try titles.parse(text).count
}
