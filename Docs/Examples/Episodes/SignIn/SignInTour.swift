import ExampleSupport
import Resourceful
import ResourcefulDiagnostics
import ResourcefulOAuth
import ResourcefulTesting

/// Signs in on a command line: a code for another machine, a list that needs the token, a token that expires.
struct SignInTour {
    func run() async throws {
        let terminal = Terminal.output
        let identity = try IdentityServer()
        defer { identity.server.stop() }
        let base = identity.server.baseURL
        guard let issuer = URL(string: base.origin) else { return }

        let oauth = try await Webservice().load(OAuth.discovered(at: issuer, clientID: "episodes"))
        let recorder = Recorder()
        let webservice = Webservice(
            baseURL: base, policies: [.bearer(for: base, renewing: .zero, refreshing: oauth.refreshing)],
            observers: [recorder.observer])

        let device = try await webservice.load(oauth.device(scopes: ["listen"]))
        terminal.say("Open \(device.verificationURL) and type \(device.userCode).")
        terminal.say("(Here the server approves by itself, at the third request.)\n")
        try await webservice.load(device.token.flatMap { Plan.signIn(with: $0, for: base) })

        let episodes = try await webservice.load(Episode.all)
        terminal.say("Signed in: \(episodes.count) episodes.")
        try await Task.sleep(for: .seconds(3))
        let again = try await webservice.load(Episode.all)
        terminal.say("Three seconds later, the token had expired and was renewed: \(again.count) episodes.\n")
        try await webservice.load(Plan.signOut(of: base))
        do {
            _ = try await webservice.load(Episode.all)
        } catch {
            terminal.say("Signed out: \(error)\n")
        }
        terminal.show(recorder.trace)
    }
}
