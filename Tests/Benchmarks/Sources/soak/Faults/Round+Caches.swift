import Foundation
import Resourceful
import ResourcefulTesting

extension Round {
    /// What a server sends under a key that many rounds share: the version, then bytes that only it has.
    private static func content(of key: Int, version: Int) -> Data {
        var dice = Dice(seed: UInt64(key), round: version)
        return Data("\(key) \(version) ".utf8) + dice.bytes(key % 7 * 2_000)
    }

    /// A cache: what is fresh is served, what is stale is validated, and a failure leaves what there is.
    func cached(_ dice: inout Dice) async {
        let isOnDisk = dice.chance(50)
        let lifetime = dice.pick([Duration.milliseconds(20), .seconds(60)])
        let caching = Caching(
            lifetime: lifetime,
            staleWhileRevalidating: dice.chance(40) ? .seconds(30) : nil,
            staleIfError: dice.chance(40) ? .seconds(30) : nil)
        let cache: Policy = isOnDisk ? .cache(in: world.diskCache, caching) : .cache(in: world.memoryCache, caching)
        let key = number * 10 + dice.number(in: 0...9)
        let fails = (0..<12).map { _ in dice.chance(25) }
        servers.main.answer(number) { [secrets] request, count in
            if fails[count % 12], count > 1 { return .faulty(Response(), .cutShortInHead(after: 20)) }
            let version = count / 3
            let tag = "\"\(version)\""
            let fields: HeaderFields = ["ETag": tag, "Cache-Control": "max-age=1", "X-Echo": secrets.bearer]
            if request.headerFields["If-None-Match"] == tag {
                return .response(Response(status: 304, headerFields: fields))
            }
            return .response(Response(headerFields: fields, body: Self.content(of: key, version: version)))
        }
        let webservice = webservice([cache])
        let resource = Resource<Data>(request("\(key)"))
        let isUpdating = dice.chance(25)
        // When the round is run again.
        await webservice.removeCached(resource)
        var areAllCanceled = true
        for _ in 0..<dice.number(in: 2...8) {
            let delay = dice.chance(15) ? dice.milliseconds(0...10) : nil
            areAllCanceled = areAllCanceled && delay != nil
            if dice.chance(30) { try? await Task.sleep(for: dice.milliseconds(0...40)) }
            if dice.chance(10) { await webservice.removeCached(resource) }
            await run(
                "a cached load", [.value, .transport(.connectionLost), .transport(.malformedResponse)],
                within: Fault.long, canceledAfter: delay
            ) {
                if isUpdating {
                    for try await update in webservice.updates(of: resource) { try Self.check(update.value, of: key) }
                } else {
                    try Self.check(try await webservice.load(resource), of: key)
                }
            }
        }
        let count = servers.main.count(number)
        if count == 0, !areAllCanceled { fail("the server was never asked") }
        world.writings.look(atNamesIn: world.diskCache.folder)
    }

    /// Keys that all rounds share, in caches that are too small for them: removed, replaced, read at the same time.
    func crowdedCache(_ dice: inout Dice) async {
        let key = dice.number(in: 1...200)
        let version = dice.number(in: 0...3)
        let cache: Policy = dice.chance(70) ? .cache(in: world.diskCache) : .cache(in: world.memoryCache)
        servers.main.answer(number) { _, _ in
            .response(
                Response(
                    headerFields: ["Cache-Control": "max-age=1000"], body: Self.content(of: key, version: version)))
        }
        // The same URL for all, whatever round it is: the server's path names this one, the key the other part.
        let own = request("crowd").url
        let common = Policy { request, next in
            var request = request
            request.url = own
            return next(request)
        }
        guard let url = URL(string: "http://crowd.example/\(key)") else { return }
        let webservice = webservice([cache, common])
        let resource = Resource<Data>(Request(url: url, timeout: Fault.long))
        for _ in 0..<dice.number(in: 1...5) {
            let delay = dice.chance(20) ? dice.milliseconds(0...5) : nil
            await run("a load from a crowd", .value, within: Fault.long, canceledAfter: delay) {
                try Self.check(try await webservice.load(resource), of: key)
            }
            switch dice.number(in: 1...12) {
            case 1: await webservice.removeCached(resource)
            case 2: await webservice.removeCached(.under(url))
            case 3: await webservice.removeCached(.receivedBefore(Date(timeIntervalSinceNow: -1)))
            default: break
            }
        }
        // What is removed meanwhile may be over for a moment.
        let size = world.memoryCache.byteCount
        if size > world.memoryCache.capacity { fail("the cache in memory has \(size) bytes") }
    }

    /// A value is one of the versions that the server may have sent.
    private static func check(_ data: Data, of key: Int) throws {
        let words = data.prefix(40).split(separator: UInt8(ascii: " "), maxSplits: 2)
        let version = words.dropFirst().first.flatMap { Int(String(decoding: $0, as: UTF8.self)) }
        guard let version, data == content(of: key, version: version) else {
            throw Wrong(description: "\(data.count) bytes of \(key) are no version of what was sent")
        }
    }
}
