// An app whose code is on the main actor unless it says otherwise: what Xcode makes by default.
import Resourceful

final class Tips {
    private(set) var shown: [String] = []
    func show(_ text: String) { shown.append(text) }
}

final class Indicator {
    var isVisible = false
}

let tips = Tips()
let indicator = Indicator()

// One place for all errors and for the activity of all loads.
let webservice = Webservice(
    observers: [
        .failuresOnMainActor { error, _ in tips.show("\(error)") },
        .countingOnMainActor { count in indicator.isVisible = count > 0 },
    ])

extension Question<String> {
    static let idToken = Question("ID token")
}

final class SignIn {
    func idToken() async throws -> String { "token" }
}

let signIn = SignIn()
let asking = Webservice(answers: [.to(.idToken) { try await signIn.idToken() }])

// Models are read wherever a load is.
nonisolated struct Episode: Decodable, Sendable { let id: Int }

extension Episode {
    static let all = Resource<[Episode]>(json: URL(string: "https://example.org/episodes.json")!)
}

// A policy outside the library: whose credentials it adds, where it belongs, what it asks.
let session = Policy(named: "session", perHop: true, identifying: { _ in .value("user 7") }) { request, next in
    next(request.header("X-Session", "7")).map { response in
        let verdict = request.verdict(on: response)
        return verdict.response
    }
}
let picky = Webservice(
    policies: [
        .retry(RetryRule(upTo: 2, on: .transient.or(.serviceError(1001)).or(.parseFailure))),
        .followingRedirects(.deciding { $0.next.url.scheme == "https" ? $0.next : nil }), session,
    ], observers: [.ended { end in print(end.failure ?? "no failure", end.request ?? "no request") }])

func show() async {
    print(picky, picky.order.warnings, picky.order.steps.map(\.name))
    print(Episode.all.redirects(.none), Plan.all([Episode.all], atOnce: 2).shared(as: "episodes"))
    do {
        let episodes = try await webservice.load(Episode.all)
        tips.show("\(episodes.count)")
    } catch {
        // The observer has shown it.
    }
}
