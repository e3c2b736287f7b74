// URLSession as one writes it by hand: with its default configuration, or with a lean one that keeps nothing.
import Foundation
import Measuring

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The server answered with something else than success.
struct Refused: Error {}

@Sendable func accept(_ response: URLResponse) throws {
    guard (response as? HTTPURLResponse)?.statusCode == 200 else { throw Refused() }
}

func configuration(_ kind: String?) -> URLSessionConfiguration {
    let configuration = URLSessionConfiguration.default
    guard kind == "lean" else { return configuration }
    configuration.urlCache = nil
    configuration.httpCookieAcceptPolicy = .never
    configuration.httpShouldSetCookies = false
    configuration.httpCookieStorage = nil
    configuration.urlCredentialStorage = nil
    return configuration
}

Contender.run { arguments in
    let configuration = configuration(arguments.kind)
    let session = URLSession(configuration: configuration)
    guard let smallURL = URL(string: arguments.server + "small.json"),
        let listURL = URL(string: arguments.server + "list.json"),
        let bigURL = URL(string: arguments.server + "big.bin")
    else { return [:] }
    let bytes: @Sendable (URL) async throws -> Data = { url in
        let (data, response) = try await session.data(for: URLRequest(url: url))
        try accept(response)
        return data
    }
    return [
        .small: { try JSONDecoder().decode(Small.self, from: try await bytes(smallURL)).number },
        .list: { try JSONDecoder().decode([Episode].self, from: try await bytes(listURL)).count },
        .listBytes: { try await bytes(listURL).count },
        .download: { try await ByteCount.of(bigURL, configuration) },
        .downloadToFile: {
            let (file, response) = try await session.download(for: URLRequest(url: bigURL))
            defer { try? FileManager.default.removeItem(at: file) }
            try accept(response)
            return try file.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
        },
    ]
}
