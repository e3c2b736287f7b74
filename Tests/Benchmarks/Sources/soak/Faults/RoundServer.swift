import Foundation
import Resourceful
import ResourcefulTesting

/// A server whose answers are those of the round that asks: a request's path says which one it is.
final class RoundServer: Sendable {
    /// The answer to a request, by how many requests of the round came before it.
    typealias Script = @Sendable (Request, Int) throws -> LoopbackServer.Answer

    private struct Entry {
        let script: Script
        var count = 0
    }

    private let scripts: Guarded<[Int: Entry]>
    private let server: LoopbackServer

    init(bodyLimit: Int = .max) throws {
        let scripts = Guarded<[Int: Entry]>([:])
        self.scripts = scripts
        server = try LoopbackServer(bodyLimit: bodyLimit) { request in
            // "/", then the number of the round.
            let parts = request.url.pathComponents.dropFirst()
            guard let number = parts.first.flatMap({ Int($0) }) else { return .response(Response(status: 400)) }
            let found = scripts.withLock { scripts -> (Script, Int)? in
                scripts[number]?.count += 1
                return scripts[number].map { ($0.script, $0.count) }
            }
            // What comes when its round is over: a validation in the background, say.
            guard let (script, count) = found else { return .response(Response(status: 410)) }
            return try script(request, count)
        }
    }

    var baseURL: URL { server.baseURL }

    func answer(_ round: Int, _ script: @escaping Script) {
        scripts.withLock { $0[round] = Entry(script: script) }
    }

    /// How many requests of the round have come.
    func count(_ round: Int) -> Int { scripts.withLock { $0[round]?.count ?? 0 } }

    func forget(_ round: Int) { _ = scripts.withLock { $0.removeValue(forKey: round) } }

    func stop() { server.stop() }
}

/// The servers of a while: they remember every request, so others follow them.
struct Servers: Sendable {
    let main: RoundServer
    /// Another origin.
    let other: RoundServer
    /// Takes no body of a request.
    let refusing: RoundServer
    /// Takes a thousand bytes of a body.
    let impatient: RoundServer
    let hostile: HostileServer
    /// Where nobody listens.
    var closed: URL { closedPort.url }
    private let closedPort: ClosedPort

    init() throws {
        (main, other) = (try RoundServer(), try RoundServer())
        (refusing, impatient) = (try RoundServer(bodyLimit: 0), try RoundServer(bodyLimit: 1_000))
        hostile = try HostileServer()
        closedPort = try ClosedPort()
    }

    func stop() {
        for server in [main, other, refusing, impatient] { server.stop() }
        hostile.stop()
        closedPort.stop()
    }

    func forget(_ round: Int) {
        for server in [main, other, refusing, impatient] { server.forget(round) }
    }
}
