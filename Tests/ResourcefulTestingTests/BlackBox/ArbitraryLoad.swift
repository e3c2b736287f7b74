import ResourcefulTesting

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A description of a plan with every kind of effect, which can be generated and printed.
indirect enum ArbitraryLoad: Sendable {
    case value(Int), failure, send(Int), post(Int), wait(Int), now, random, read(Int), write(Int), ask
    case flatMap(ArbitraryLoad, ArbitraryLoad)
    case recover(ArbitraryLoad, ArbitraryLoad)
    case zip(ArbitraryLoad, ArbitraryLoad)
    case all([ArbitraryLoad], limit: Int)
    case race([ArbitraryLoad], stagger: Int?)
    case deadline(ArbitraryLoad, Int)
    case shared(ArbitraryLoad, Int)
    case limited(ArbitraryLoad, Int)

    var plan: Plan<Int> {
        switch self {
        case .value(let number): .value(number)
        case .failure: .failure(Failed())
        case .send(let number): Self.resource(number).plan
        case .post(let number):
            Resource<Int>(url: Self.url(number), method: .post, body: .json(["n": JSON(number)])) { _ in number }.plan
        case .wait(let time): Plan.wait(for: .microseconds(100 * time)).map { time }
        case .now:
            Plan.now.flatMap { date in
                let number = Int(date.timeIntervalSinceReferenceDate * 1e6) % 5
                return number == 0 ? Plan.failure(Failed()) : Plan.value(number)
            }
        case .random: Plan.random.map { Int($0 % 7) }
        case .read(let name): Plan.read("entry\(name)").map { $0?.data.count ?? -1 }
        case .write(let name):
            Plan.update("entry\(name)") { before in
                StoreEntry(
                    data: Data(repeating: 120, count: (before?.data.count ?? 0) + 1),
                    date: Date(timeIntervalSinceReferenceDate: 0))
            }.map { $0?.data.count ?? 0 }
        case .ask: Plan.ask(.number)
        case .flatMap(let first, let second):
            first.plan.flatMap { [plan = second.plan] number in plan.map { number &* 31 &+ $0 } }
        case .recover(let first, let second): first.plan.recover { [plan = second.plan] _ in plan }
        case .zip(let left, let right): ResourcefulCore.zip(left.plan, right.plan).map { $0 &* 31 &+ $1 }
        case .all(let loads, let limit):
            ResourcefulCore.all(loads.map(\.plan), atOnce: limit).map { $0.reduce(17) { $0 &* 31 &+ $1 } }
        case .race(let loads, let stagger):
            first(of: loads.map(\.plan), staggeredBy: stagger.map { .microseconds(100 * $0) })
        case .deadline(let load, let time): load.plan.deadline(.microseconds(150 * time))
        case .shared(let load, let key): load.plan.shared(as: "run\(key)")
        case .limited(let load, let key): load.plan.limited(to: 1, under: "gate\(key)")
        }
    }

    static func url(_ number: Int) -> URL { URL(string: "https://example.org/\(number)?token=t0psecret")! }

    static func resource(_ number: Int) -> Resource<Int> {
        Resource(url: url(number)) { data in
            guard let number = Int(String(decoding: data, as: UTF8.self)) else { throw Failed() }
            return number
        }
    }

    static func arbitrary(depth: Int, using numbers: inout some RandomNumberGenerator) -> ArbitraryLoad {
        let number = Int.random(in: 0..<9, using: &numbers)
        func inner() -> ArbitraryLoad { arbitrary(depth: depth - 1, using: &numbers) }
        guard depth > 0, Int.random(in: 0..<6, using: &numbers) > 0 else {
            switch Int.random(in: 0..<14, using: &numbers) {
            case 0: return .value(number)
            case 1: return .failure
            case 2...6: return .send(number)
            case 7: return .post(number)
            case 8: return .wait(number)
            case 9: return .now
            case 10: return .random
            case 11: return .read(number % 2)
            case 12: return .write(number % 2)
            default: return .ask
            }
        }
        switch Int.random(in: 0..<12, using: &numbers) {
        case 0...2: return .flatMap(inner(), inner())
        case 3: return .recover(inner(), inner())
        case 4, 5: return .zip(inner(), inner())
        case 6, 7: return .all((0..<1 + number % 4).map { _ in inner() }, limit: 1 + number % 3)
        case 8:
            return .race(
                (0..<2 + number % 2).map { _ in inner() }, stagger: number % 3 == 0 ? nil : number)
        case 9: return .deadline(inner(), number)
        case 10: return .shared(inner(), number % 2)
        default: return .limited(inner(), number % 2)
        }
    }
}

struct Failed: Error, Equatable {}

extension Question<Int> {
    static let number = Question("number")
}

/// A transport whose answers are late and sometimes wrong, drawn from a seed.
actor ArbitraryServer {
    private var numbers: SplitMix64

    init(seed: UInt64) { numbers = SplitMix64(seed: seed) }

    func answer(_ request: Request) async throws -> Response {
        let (kind, delay) = (numbers.next() % 12, numbers.next() % 8)
        for _ in 0..<(delay > 3 ? 20 * delay : delay) { await Task.yield() }
        if request.url.path == "/oauth" {
            return Response(
                body: Data(#"{"access_token": "fr3sh-t0ken", "token_type": "Bearer", "expires_in": 9}"#.utf8))
        }
        switch kind {
        case 0: throw TransportError(.timedOut, "no answer came in time")
        case 1: throw TransportError(.connectionLost, "reset")
        case 2: return Response(status: 503)
        case 3: return Response(status: 401)
        case 4: return Response(status: 404, body: Data(#"{"password": "hunter2"}"#.utf8))
        case 5: return Response(body: Data("x".utf8))
        default:
            return Response(
                headerFields: ["Cache-Control": "max-age=100", "Set-Cookie": "session=s3ss10n"],
                body: Data(request.url.lastPathComponent.utf8))
        }
    }
}
