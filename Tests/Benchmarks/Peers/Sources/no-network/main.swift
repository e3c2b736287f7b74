// What a typed load costs when a function answers, beside the decoder alone.
import Foundation
import Measuring
import ResourcefulTesting

Contender.run { arguments in
    // Known beforehand: the check of the latencies must find it.
    if arguments.kind == "sleep" {
        return [
            .small: {
                try await Task.sleep(for: .milliseconds(20))
                return Small.expectedNumber
            }
        ]
    }
    let folder = URL(filePath: ProcessInfo.processInfo.environment["RESOURCEFUL_SERVERS"] ?? ".")
    let body = try Data(contentsOf: folder.appending(path: "www/small.json"))
    guard let url = URL(string: arguments.server + "small.json") else { return [:] }
    if arguments.kind == "decoder" {
        return [.noNetwork: { try JSONDecoder().decode(Small.self, from: body).number }]
    }
    let webservice = Webservice(transport: StubTransport { _ in Response(body: body) })
    let small = Resource<Small>(json: url)
    return [.noNetwork: { try await webservice.load(small).number }]
}
