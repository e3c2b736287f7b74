// Resourceful over the system's URLSession.
import Foundation
import Measuring
import ResourcefulURLSession

Contender.run { arguments in
    let webservice = Webservice(transport: URLSessionTransport())
    guard let smallURL = URL(string: arguments.server + "small.json"),
        let listURL = URL(string: arguments.server + "list.json")
    else { return [:] }
    // By themselves: 64 equal requests at once would be one, and this is about 64.
    let small = Resource<Small>(json: smallURL).alone()
    let list = Resource<[Episode]>(json: listURL).alone()
    let listBytes = Resource(url: listURL) { (data: Data) in data.count }.alone()
    return [
        .small: { try await webservice.load(small).number },
        .list: { try await webservice.load(list).count },
        .listBytes: { try await webservice.load(listBytes) },
    ]
}
