import ResourcefulTesting

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A shop that remembers the keys of its charges, as the draft of the Idempotency-Key field asks.
final class Shop {
    private(set) var charges = 0
    private var keys: Set<String> = []

    func answer(_ request: Request) -> Response {
        switch request.url.path {
        case "/token": return Response(body: Data(#"{"access_token": "t", "token_type": "Bearer"}"#.utf8))
        case "/charge":
            let key = request.headerFields["Idempotency-Key"] ?? "none \(charges)"
            if keys.insert(key).inserted { charges += 1 }
            return Response(status: 201, body: Data(#"{"receipt": 1}"#.utf8))
        default: return Response(body: Data(#"{"total": 5}"#.utf8))
        }
    }
}

/// A checkout of five requests.
let checkout: Plan<Int> = {
    let steps = ["cart", "stock", "address"].map { Resource<Int>(url: site.appending(path: $0)) { try $0.total.int } }
    let charge = Resource<Int>(
        url: site.appending(path: "charge"), method: .post, body: .json(["total": 5])
    ) { try $0.receipt.int }
    let receipt = Resource<Int>(url: site.appending(path: "receipt")) { try $0.total.int }
    return steps[0].flatMap { _ in steps[1] }.flatMap { _ in steps[2] }
        .flatMap { _ in charge.idempotencyKey() }.flatMap { _ in receipt }
}()

/// Renews the token, and sends the request again. The bug: what it sends again is another request, with another key.
let forgetfulBearer = Policy(named: "a bearer that forgets the key") { request, next in
    next(request).flatMap { response -> Plan<Response> in
        guard response.status == 401 else { return .value(response) }
        return next(Request(url: site.appending(path: "token"), method: .post)).flatMap { _ in
            Plan.random.flatMap { number in
                var again = request
                again.headerFields["Idempotency-Key"] = request.method == .post ? "\(number)" : nil
                return next(again)
            }
        }
    }
}
