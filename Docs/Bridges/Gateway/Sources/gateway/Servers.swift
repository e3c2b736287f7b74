import Foundation
import Hummingbird
import Logging
import ServiceLifecycle
import UnixSignals

extension Page: ResponseEncodable {}
extension Profile: ResponseEncodable {}
extension Item: ResponseEncodable {}
extension Price: ResponseEncodable {}

/// The server of the gateway: `GET /page/7`.
func serve(_ source: any PageSource, port: Int) async throws {
    let router = Router()
    router.get("page/:user") { _, context -> Page in
        try await source.page(for: try context.parameters.require("user", as: Int.self))
    }
    let application = Application(
        router: router, configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port)),
        logger: quiet)
    // Ends gracefully: requests that have begun are answered.
    try await application.runService(gracefulShutdownSignals: [.sigterm, .sigint])
    try await source.close()
}

/// The three services, on one port. One answer of a hundred takes 200 ms, and the profile of user 0 half a second.
func serveServices(port: Int) async throws {
    let router = Router()
    router.get("profiles/:user") { _, context -> EditedResponse<Profile> in
        let user = try context.parameters.require("user", as: Int.self)
        if user == 0 { try await Task.sleep(for: .milliseconds(500)) } else { try await waitSometimes() }
        return EditedResponse(
            headers: [.cacheControl: "max-age=10"], response: Profile(name: "User \(user)", city: "Sofia"))
    }
    router.get("items") { request, _ -> EditedResponse<[Item]> in
        let user = request.uri.queryParameters.get("user", as: Int.self) ?? 0
        try await waitSometimes()
        return EditedResponse(
            headers: [.cacheControl: "max-age=10"],
            response: (0..<10).map { Item(id: $0, title: "Item \($0) of user \(user)") })
    }
    router.get("prices") { _, _ -> EditedResponse<[Price]> in
        try await waitSometimes()
        return EditedResponse(
            headers: [.cacheControl: "max-age=10"], response: (0..<10).map { Price(id: $0, cents: 100 * $0) })
    }
    let application = Application(
        router: router, configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port)),
        logger: quiet)
    try await application.runService(gracefulShutdownSignals: [.sigterm, .sigint])
}

private func waitSometimes() async throws {
    if Int.random(in: 0..<100) == 0 { try await Task.sleep(for: .milliseconds(200)) }
}

private var quiet: Logger {
    var logger = Logger(label: "gateway")
    logger.logLevel = .warning
    return logger
}
