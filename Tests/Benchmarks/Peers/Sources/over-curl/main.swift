// Resourceful as a program on Linux gets it: over libcurl. Over TLS, with the authority of the benchmarks' server.
import Measuring
import Resourceful
import ResourcefulCurl
import ResourcefulDownloads
import ResourcefulStreams

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// With as many transfers to the server as are to be carried out at once.
@Sendable func makeWebservice(_ arguments: Contender.Arguments, _ authority: Data?) -> Webservice {
    guard let authority else { return Webservice(transport: PlatformTransport()) }
    let atOnce = max(64, arguments.atOnce)
    let tls = TLS(authorities: .only(pem: authority))
    return Webservice(transport: CurlTransport(maximumTransfersPerOrigin: atOnce, tls: tls))
}

Contender.run { arguments in
    let authority = try arguments.authority.map { try Data(contentsOf: URL(filePath: $0)) }
    let webservice = makeWebservice(arguments, authority)
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
        .firstLoad: { try await makeWebservice(arguments, authority).load(small).number },
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
