import Foundation
import Resourceful
import ResourcefulResilience
import ResourcefulTesting

extension Round {
    /// Failures that pass, and a policy that sends again.
    func retried(_ dice: inout Dice) async {
        let (failures, limit) = (dice.number(in: 0...4), dice.number(in: 0...4))
        let body = dice.bytes(dice.number(in: 0...3_000))
        let ways = (0..<5).map { _ in dice.number(in: 1...4) }
        servers.main.answer(number) { [secrets] _, count in
            guard count <= failures else { return .response(Response(body: body)) }
            let echo: HeaderFields = ["X-Echo": secrets.bearer, "Retry-After": "0"]
            switch ways[count - 1] {
            case 1: return .response(Response(status: 503, headerFields: echo))
            case 2: return .response(Response(status: 429, headerFields: echo))
            // The status line is sent: what ends before it is sent again by libcurl itself.
            case 3: return .faulty(Response(), .cutShortInHead(after: 17))
            default: return .faulty(Response(headerFields: echo, body: Data(count: 9)), .reset(after: 5))
            }
        }
        let rule = RetryRule(upTo: limit, waits: .constant(.milliseconds(3)), budget: nil)
        let webservice = webservice([.retry(rule)])
        let request = request()
        let delay = dice.chance(20) ? dice.milliseconds(0...30) : nil
        let expected: Expected =
            failures <= limit
            ? .value : [.status(503), .status(429), .transport(.connectionLost), .transport(.malformedResponse)]
        await run("\(failures) failures, \(limit) retries", expected, within: Fault.long, canceledAfter: delay) {
            let data: Data = try await webservice.load(Resource<Data>(request))
            try Round.check(data, is: body)
        }
        let count = servers.main.count(number)
        let wanted = min(failures, limit) + 1
        if delay == nil ? count != wanted : count > wanted { fail("\(count) requests instead of \(wanted)") }
    }

    /// A time for all attempts together.
    func deadline(_ dice: inout Dice) async {
        let time = dice.milliseconds(100...300)
        servers.main.answer(number) { _, count in
            count % 2 == 0 ? .faulty(Response(), .silence) : .response(Response(status: 503))
        }
        let rule = RetryRule(upTo: 100, waits: .constant(.milliseconds(20)), deadline: time, budget: nil)
        let webservice = webservice([.retry(rule)])
        let request = request()
        await run("a deadline of all attempts", [.status(503), .transport(.timedOut)], within: time) {
            let _: Data = try await webservice.load(Resource<Data>(request))
        }
    }

    /// A circuit that opens, and lets requests through again after a while.
    func circuit(_ dice: inout Dice) async {
        let failures = dice.number(in: 1...4)
        let cooldown = dice.milliseconds(30...100)
        guard let server = try? RoundServer() else { return fail("no server") }
        defer { server.stop() }
        let isWell = Guarded(false)
        server.answer(number) { _, _ in .response(Response(status: isWell.value ? 200 : 503)) }
        let webservice = webservice([.circuitBreaker(after: failures, cooldown: cooldown)])
        let resource = Resource<Data>(request(at: server))
        var start = ContinuousClock.now
        for _ in 0..<failures {
            start = .now
            await run("a failure for the circuit", [.status(503)], within: Fault.long) {
                _ = try await webservice.load(resource)
            }
        }
        await run("an open circuit", [.transport(.circuitOpen), .status(503)], within: Fault.long) {
            _ = try await webservice.load(resource)
        }
        // A busy machine may have let the while pass, which begins after the last request.
        if start.duration(to: .now) < cooldown, server.count(number) != failures {
            fail("\(server.count(number)) requests went through a circuit that opens after \(failures)")
        }
        isWell.withLock { $0 = true }
        try? await Task.sleep(for: cooldown * 2)
        await run("a circuit that closes", .value, within: Fault.long) { _ = try await webservice.load(resource) }
    }

    /// Limits on how many and how fast, with some who leave the queue.
    func limited(_ dice: inout Dice) async {
        let limit = dice.number(in: 1...3)
        let (now, most) = (Guarded(0), Guarded(0))
        let delays = (0..<10).map { _ in dice.chance(30) ? dice.milliseconds(0...40) : nil }
        let fails = (0..<10).map { _ in dice.chance(20) }
        let isFast = dice.chance(50)
        servers.main.answer(number) { request, _ in
            let count = now.withLock { count in
                count += 1
                return count
            }
            most.withLock { $0 = max($0, count) }
            usleep(3_000)
            now.withLock { $0 -= 1 }
            let index = Int(request.url.lastPathComponent) ?? 0
            return fails[index] ? .faulty(Response(), .cutShortInHead(after: 20)) : .response(Response())
        }
        let policies: [Policy] = isFast ? [.rateLimit(perSecond: 100, burst: 3)] : [.limit(atOnce: limit)]
        let webservice = webservice(policies)
        let start = ContinuousClock.now
        await withTaskGroup(of: Void.self) { group in
            for (index, delay) in delays.enumerated() {
                let request = request("\(index)").priority(index % 2 == 0 ? 1 : 0)
                let expected: Expected = fails[index] ? .malformed : .value
                group.addTask {
                    await run("a limited load", expected, within: Fault.long, canceledAfter: delay) {
                        let _: Data = try await webservice.load(Resource<Data>(request))
                    }
                }
            }
        }
        let taken = start.duration(to: .now)
        // A canceled one may still be with the server when the next has its place.
        let isKept = delays.allSatisfy { $0 == nil }
        if !isFast, isKept, most.value > limit { fail("\(most.value) requests at once, the limit is \(limit)") }
        if isFast, isKept, taken < .milliseconds(60) { fail("10 requests at 100 a second took \(taken)") }
    }

    /// One token for all, renewed once; a server that takes it back, and one that gives no new one.
    func bearer(_ dice: inout Dice) async {
        let count = dice.number(in: 1...8)
        let way = dice.number(in: 1...4)
        let delays = (0..<count).map { _ in dice.chance(20) ? dice.milliseconds(0...30) : nil }
        let (old, new) = (secrets.token, secrets.token + "new")
        let refreshes = Guarded(0)
        // Of its own: a POST isn't sent again where others have left a connection that ends.
        guard let server = try? RoundServer() else { return fail("no server") }
        defer { server.stop() }
        server.answer(number) { [secrets] request, _ in
            if request.url.lastPathComponent == "token" {
                refreshes.withLock { $0 += 1 }
                switch way {
                case 1:
                    let text = #"{"error":"\#(secrets.refreshToken)"}"#
                    return .response(Response(status: 400, body: Data(text.utf8)))
                case 2: return .faulty(Response(), .cutShortInHead(after: 20))
                default:
                    let text = #"{"access_token":"\#(new)","token_type":"Bearer","expires_in":3600}"#
                    return .delayed(.response(Response(body: Data(text.utf8))), by: .milliseconds(3))
                }
            }
            let isGood = request.headerFields["Authorization"] == "Bearer \(new)"
            // What was sent just now: that another token was good before is nothing that a request knows.
            let echo = request.headerFields["Authorization"] ?? ""
            return .response(
                Response(status: isGood ? 200 : 401, headerFields: ["X-Echo": echo, "WWW-Authenticate": "Bearer"]))
        }
        let url = request("token", at: server).url
        let token = Token(old, refreshToken: secrets.refreshToken)
        let policy = Policy.bearer(for: url, token: token) { token in
            let form: KeyValuePairs = ["grant_type": "refresh_token", "refresh_token": token?.refreshToken ?? ""]
            return Resource<Token>(
                url: url, method: .post, body: .form(form), parseJSON: Token.oauth)
        }
        world.writings.look("the token", "\(token)")
        world.writings.lookAtDump("the token's dump", of: token)
        let webservice = webservice([.retry(RetryRule(upTo: 0)), policy])
        let expected: Expected = way == 1 ? [.status(400)] : way == 2 ? .malformed : .value
        await withTaskGroup(of: Void.self) { group in
            for (index, delay) in delays.enumerated() {
                let request = request("\(index)", at: server).header("Authorization", nil)
                group.addTask {
                    await run("a load with a token", expected, within: Fault.long, canceledAfter: delay) {
                        let _: Data = try await webservice.load(Resource<Data>(request))
                    }
                }
            }
        }
        let isKept = delays.allSatisfy { $0 == nil }
        if way > 2, isKept, refreshes.value != 1 { fail("\(refreshes.value) refreshes instead of one") }
    }

    /// A dead server and one that lives.
    func failover(_ dice: inout Dice) async {
        let body = dice.bytes(50)
        servers.main.answer(number) { _, _ in .response(Response(body: body)) }
        let hosts = [servers.closed, servers.main.baseURL]
        let webservice = webservice([.failover(among: hosts, on: .serverFailure.or(.transport(.cannotConnect)))])
        let request = request(to: servers.closed.appending(path: "\(number)"))
        await run("a failover", .value, within: Fault.long) {
            let data: Data = try await webservice.load(Resource<Data>(request))
            try Round.check(data, is: body)
        }
    }

    /// Redirections: some, too many, in a circle, to another origin, which learns no secret.
    func redirected(_ dice: inout Dice) async {
        let way = dice.number(in: 1...4)
        let count = way == 2 ? 6 : dice.number(in: 1...4)
        let body = dice.bytes(60)
        let away = "\(servers.other.baseURL)\(number)/away"
        let writings = world.writings
        servers.main.answer(number) { [secrets] request, time in
            let own = "/\(request.url.pathComponents[1])"
            let target: String?
            switch way {
            case 3: target = "\(own)/circle?token=\(secrets.query)"
            case 4: target = away
            default: target = time <= count ? "\(own)/\(time)?token=\(secrets.query)" : nil
            }
            guard let target else { return .response(Response(body: body)) }
            return .response(Response(status: 302, headerFields: ["Location": target, "X-Echo": secrets.key]))
        }
        servers.other.answer(number) { request, _ in
            let fields = request.headerFields.map { "\($0.name): \($0.value)" }.joined(separator: ", ")
            writings.look("what another origin is sent", "\(request.url.absoluteString) \(fields)")
            return .response(Response(body: body))
        }
        let expected: Expected = way == 2 || way == 3 ? [.status(302)] : .value
        let webservice = webservice([.followingRedirects(limit: 5)])
        let request = request()
        await run("redirects, way \(way)", expected, within: Fault.long) {
            let data: Data = try await webservice.load(Resource<Data>(request))
            try Round.check(data, is: body)
        }
    }
}
