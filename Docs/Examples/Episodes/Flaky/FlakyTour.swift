import ExampleSupport
import Resourceful
import ResourcefulDiagnostics
import ResourcefulResilience
import ResourcefulTesting

/// A timeline of what the policies do if a server fails.
struct FlakyTour {
    private let archive: String?

    /// Runs the tour, and writes its HTTP archive to a file if there is one.
    init(writingTo archive: String?) {
        self.archive = archive
    }

    func run() async throws {
        if let archive { try CannotWrite.check(file: archive) }
        let flaky = try FlakyServer()
        defer { flaky.server.stop() }
        let recorder = Recorder()
        let webservice = Self.webservice(for: flaky, observers: [recorder.observer])

        let terminal = Terminal.output
        terminal.say(
            "The first host, \(flaky.deadURL), is dead. The second, \(flaky.server.baseURL), fails on purpose.\n")
        let (episodes, media) = try await webservice.load(
            Episode.all.flatMap { episodes in
                zip(Plan.value(episodes), episodes[0].media)
            })
        terminal.show(recorder.trace)
        terminal.say(
            "\n\(Wording.count(episodes.count, "episode")) came all the same, and the newest has "
                + "\(Wording.count(media.chapters.count, "chapter")).")
        if let archive {
            try JSON.Encoder.sorted.encode(recorder.trace.har()).write(to: URL(filePath: archive))
            terminal.say("The HTTP archive is in \(archive).")
        }
    }

    /// The Webservice with its policies, the outermost first: retry, fail over to another host, renew the token.
    static func webservice(for flaky: FlakyServer, observers: [LoadObserver] = []) -> Webservice {
        let hosts = [flaky.deadURL, flaky.server.baseURL]
        let tokenURL = flaky.server.baseURL.appending(path: "token")
        let policies: [Policy] = [
            .retry(), .failover(among: hosts, on: .transport(.cannotConnect)),
            .bearer(for: flaky.server.baseURL, token: Token("token-1")) { _ in
                Resource(url: tokenURL, method: .post, parseJSON: Token.oauth)
            },
        ]
        return Webservice(baseURL: flaky.deadURL, policies: policies, observers: observers, transport: .platform)
    }
}
