// Resourceful over the system's URLSession.
import Foundation
import Measuring
import ResourcefulURLSession

Contender.run { arguments in
    let webservice = Webservice(transport: URLSessionTransport())
    guard let smallURL = URL(string: arguments.server + "small.json"),
        let listURL = URL(string: arguments.server + "list.json")
    else { return [:] }
    let small = Resource<Small>(json: smallURL)
    let list = Resource<[Episode]>(json: listURL)
    let listBytes = Resource(url: listURL) { (data: Data) in data.count }
    return [
        .small: { try await webservice.load(small).number },
        .list: { try await webservice.load(list).count },
        .listBytes: { try await webservice.load(listBytes) },
    ]
}
