import Foundation
import Resourceful
import ResourcefulCurl
import ResourcefulStreams

#if canImport(Glibc)
    import Glibc
#endif

/// The nginx that `Tests/Servers/run` has started, whose workers are killed now and then.
final class Nginx: Sendable {
    let plain: URL
    /// Over TLS and HTTP/2; nil where only an address was given.
    let secure: URL?
    /// Where three requests end a connection.
    let forgetful: URL?
    /// Where nobody is let in without a certificate, and where TLS is too old.
    let closed: [URL]
    let transport: CurlTransport
    let numbers: Data
    private let folder: URL?
    /// How many times workers were killed or nginx has read its settings anew, and when the last time was.
    private let disturbances = Guarded((count: 0, last: ContinuousClock.now))

    /// The one that is there; nil when there is none.
    init?(_ options: FaultOptions) throws {
        let folder = ProcessInfo.processInfo.environment["RESOURCEFUL_SERVERS"].map { URL(filePath: $0) }
        let ports = folder.flatMap { try? String(contentsOf: $0.appending(path: "ports"), encoding: .utf8) }?
            .trimmingCharacters(in: .whitespacesAndNewlines)
        func address(_ scheme: String, _ host: String, _ port: String) -> URL? {
            ports.flatMap { URL(string: "\(scheme)://\(host):\($0)\(port)/") }
        }
        guard let plain = options.nginx ?? address("http", "127.0.0.1", "80") else { return nil }
        self.plain = plain
        (self.folder, secure) = (folder, address("https", "localhost", "43"))
        forgetful = address("http", "127.0.0.1", "81")
        closed = [address("https", "localhost", "44"), address("https", "localhost", "45")].compactMap(\.self)
        let authority = folder.flatMap { try? Data(contentsOf: $0.appending(path: "ca.pem")) }
        transport = CurlTransport(
            maximumBodySize: 80 << 20, tls: authority.map { TLS(authorities: .only(pem: $0)) } ?? TLS(), proxy: .none,
            keepAlive: .seconds(1))
        // As Tests/Servers/run makes it.
        numbers = Data((1...20_000).map { "\($0)\n" }.joined().utf8)
    }

    /// Whether something was done to it since then, or shortly before.
    func wasDisturbed(since begin: ContinuousClock.Instant) -> Bool {
        disturbances.withLock { $0.count > 0 && $0.last > begin - .seconds(2) }
    }

    /// Kills the workers, or has them leave when they are done, as for new settings. The master makes new ones.
    func disturb(_ dice: inout Dice) {
        guard let folder,
            let text = try? String(contentsOf: folder.appending(path: "nginx.pid"), encoding: .utf8),
            let master = Int32(text.trimmingCharacters(in: .whitespacesAndNewlines))
        else { return }
        disturbances.withLock { $0 = ($0.count + 1, .now) }
        guard dice.chance(50) else {
            _ = kill(master, SIGHUP)
            return
        }
        let children = try? String(contentsOfFile: "/proc/\(master)/task/\(master)/children", encoding: .utf8)
        for child in (children ?? "").split(separator: " ") { if let child = Int32(child) { _ = kill(child, SIGKILL) } }
        disturbances.withLock { $0.last = .now }
    }

    /// Removes what a round has put there.
    func remove(_ name: String) {
        if let folder { try? FileManager.default.removeItem(at: folder.appending(path: "www/uploads/\(name)")) }
    }
}

extension Round {
    /// One load from nginx, or several, in one of its ways.
    func nginx(_ dice: inout Dice) async {
        guard let nginx = world.nginx else { return }
        let webservice = webservice(over: nginx.transport)
        let bases = [nginx.plain, nginx.secure, nginx.secure, nginx.forgetful].compactMap(\.self)
        let delay = dice.chance(30) ? dice.milliseconds(0...60) : nil
        let begin = ContinuousClock.now
        let base = dice.pick(bases)
        let numbers = request(to: base.appending(path: "numbers.txt"))
        let way = dice.number(in: 1...8)
        switch way {
        case 1...3:
            let use = dice.pick([Use.load, .progress, .stream, .download])
            await runOnNginx("\(use) of numbers", .value, begin, canceledAfter: delay) {
                try await use(numbers, nginx.numbers, in: self, over: webservice)
            }
        case 4:
            await runOnNginx("what isn't there", [.status(404)], begin) {
                _ = try await webservice.load(Resource<Data>(request(to: base.appending(path: "nothing"))))
            }
        case 5:
            let large = request(to: nginx.plain.appending(path: "large.bin"), timeout: dice.milliseconds(5...40))
            await runOnNginx("a large body in little time", [.value, .transport(.timedOut)], begin) {
                for try await _ in webservice.stream(of: StreamResource(bytes: large)) {}
            }
        case 6:
            guard let secure = nginx.secure else { return }
            let name = "soak-\(number)"
            defer { nginx.remove(name) }
            let body = dice.bytes(dice.number(in: 0...300_000))
            let put = request(to: secure.appending(path: "uploads/\(name)")).method(.put).body(.data(body))
            await runOnNginx("an upload", .value, begin, canceledAfter: delay) {
                _ = try await webservice.load(Resource<Data>(put))
                // One that a killed worker has taken is sent again by nobody: PUT is, by libcurl, on a new connection.
                let back = request(to: secure.appending(path: "plain/uploads/\(name)"))
                try Round.check(try await webservice.load(Resource<Data>(back)), is: body)
            }
        case 7:
            guard let closed = nginx.closed.first else { return }
            let isOld = dice.chance(50)
            let request = request(to: isOld ? nginx.closed.last ?? closed : closed)
            await runOnNginx("a closed door", isOld ? [.transport(.insecure)] : [.status(400)], begin) {
                _ = try await webservice.load(Resource<Data>(request))
            }
        default:
            // Many streams of one connection, some of which are canceled.
            let delays = (0..<8).map { _ in dice.chance(40) ? dice.milliseconds(0...30) : nil }
            await withTaskGroup(of: Void.self) { group in
                for (index, delay) in delays.enumerated() {
                    let use: Use = index % 2 == 0 ? .load : .slowStream
                    group.addTask {
                        await runOnNginx("\(use) beside others", .value, begin, canceledAfter: delay) {
                            try await use(numbers.query("n", "\(index)"), nginx.numbers, in: self, over: webservice)
                        }
                    }
                }
            }
        }
    }

    /// Does something with nginx, whose workers may be killed meanwhile: then a connection may be lost, too.
    private func runOnNginx(
        _ what: String, _ expected: Expected, _ begin: ContinuousClock.Instant, canceledAfter delay: Duration? = nil,
        _ body: @escaping @Sendable () async throws -> Void
    ) async {
        let lost: Expected = expected.or(
            .transport(.connectionLost), .transport(.cannotConnect), .transport(.insecure))
        await run("\(what) from nginx", lost, within: Fault.long, canceledAfter: delay) { [world] in
            do {
                try await body()
            } catch let error as LoadError {
                let isDisturbed = world.nginx?.wasDisturbed(since: begin) == true
                if let ending = Ending(error), !expected.allows(ending), !isDisturbed {
                    throw Wrong(description: "ended by \(ending) although nothing was done to nginx: \(error)")
                }
                throw error
            }
        }
    }
}
