// Resourceful as a program on Linux gets it: over libcurl.
import Measuring
import Resourceful

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

Contender.run { arguments in
    let webservice = Webservice(transport: PlatformTransport())
    guard let smallURL = URL(string: arguments.server + "small.json"),
        let listURL = URL(string: arguments.server + "list.json"),
        let bigURL = URL(string: arguments.server + "big.bin")
    else { return [:] }
    // By themselves: 64 equal requests at once would be one, and this is about 64.
    let small = Resource<Small>(json: smallURL).alone()
    let list = Resource<[Episode]>(json: listURL).alone()
    let big = StreamResource<Data>(bytes: bigURL)
    let listBytes = Resource(url: listURL) { (data: Data) in data.count }.alone()
    return [
        .small: { try await webservice.load(small).number },
        .list: { try await webservice.load(list).count },
        .listBytes: { try await webservice.load(listBytes) },
        .download: {
            var count = 0
            for try await piece in webservice.stream(of: big) { count += piece.count }
            return count
        },
        .downloadToFile: {
            let file = try DownloadedFile()
            for try await piece in webservice.stream(of: big) { try file.write(piece) }
            return try file.size()
        },
    ]
}
