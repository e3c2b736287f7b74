import ResourcefulTesting

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

let site = URL(string: "https://example.org/")!

func get(_ path: String) -> Resource<String> {
    Resource(url: site.appending(path: path)) { String(decoding: $0, as: UTF8.self) }
}

func text(_ entry: StoreEntry?) -> String? { entry.map { String(decoding: $0.data, as: UTF8.self) } }

func entry(_ text: String) -> StoreEntry { StoreEntry(data: Data(text.utf8), date: .distantPast) }

/// Knows one token, and a new one after each refresh.
final class TokenServer {
    private(set) var generation = 0

    func answer(_ request: Request) -> Response {
        if request.url.path == "/token" {
            generation += 1
            return Response(body: Data(#"{"access_token": "t\#(generation)", "token_type": "Bearer"}"#.utf8))
        }
        let isGood = request.headerFields["Authorization"] == "Bearer t\(generation)" && generation > 0
        return isGood ? Response(body: Data(request.url.path.utf8)) : Response(status: 401)
    }
}

/// What one comes to first, and it is wrong: two loads that are refused at the same time both renew the token.
let naiveBearer = Policy { request, next in
    let renewal = next(Request(url: site.appending(path: "token"), method: .post)).flatMap { response in
        Plan.write(StoreEntry(data: response.body, date: .distantPast), to: "token").map { response.body }
    }
    return Plan<StoreEntry?>.read("token").flatMap { entry in
        next(authorized(request, entry?.data)).flatMap { response -> Plan<Response> in
            guard response.status == 401 else { return .value(response) }
            return renewal.flatMap { next(authorized(request, $0)) }
        }
    }
}

private func authorized(_ request: Request, _ token: Data?) -> Request {
    var request = request
    let json = token.flatMap { try? JSON(parsing: $0) }
    request.headerFields["Authorization"] = json.flatMap { try? "Bearer \($0.access_token.string)" }
    return request
}

let bearer = Policy.bearer(for: site, token: Token("t0")) { _ in
    Resource(url: site.appending(path: "token"), method: .post, parseJSON: Token.oauth)
}

/// A document that can be replaced.
final class DocumentServer {
    private(set) var text = "old"

    func answer(_ request: Request) -> Response {
        if request.method == .put { text = "new" }
        return Response(headerFields: ["Cache-Control": "max-age=60"], body: Data(text.utf8))
    }
}

/// Wrong, too: what was asked for before a change is kept after it.
let naiveCache = Policy { request, next in
    let name = "page \(request.url.path)"
    guard request.method == .get else {
        return next(request).flatMap { response in Plan.write(nil, to: name).map { response } }
    }
    return Plan<StoreEntry?>.read(name).flatMap { entry -> Plan<Response> in
        if let entry { return .value(Response(body: entry.data)) }
        return next(request).flatMap { response in
            Plan.write(StoreEntry(data: response.body, date: .distantPast), to: name).map { response }
        }
    }
}

/// Wrong in its own way: who has come to a value looks whether the other one has failed, and does so too early.
func naiveZip<A: Sendable, B: Sendable>(_ a: some Loadable<A>, _ b: some Loadable<B>) -> Plan<(A?, B?)> {
    zip(noting(a, own: "left", other: "right"), noting(b, own: "right", other: "left"))
}

private func noting<A: Sendable>(_ loadable: some Loadable<A>, own: String, other: String) -> Plan<A?> {
    let value = loadable.flatMap { value in
        Plan<StoreEntry?>.read("failure of \(other)").map { entry -> A? in
            if entry != nil { throw OtherFailed() }
            return value
        }
    }
    return value.recover { error in
        if error is OtherFailed { return Plan<A?>.failure(error) }
        return Plan.write(entry("yes"), to: "failure of \(own)").map { nil }
    }
}

private struct OtherFailed: Error {}
