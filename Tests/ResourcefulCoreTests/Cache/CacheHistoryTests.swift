import ResourcefulCore
import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Loads of one URL that overlap, a server that changes, invalidations and a clock: any of them, in any order.
struct CacheHistoryTests {
    @Test(arguments: 0..<UInt64(Effort.isReduced ? 6 : 60))
    func `no history makes the cache serve what it must not`(seed: UInt64) throws {
        var history = History(seed: seed)
        for _ in 0..<400 { try history.step() }
        #expect(history.served > 5 && history.validated > 0, "something happened")
    }
}

/// A server, a cache, and the loads under way.
private struct History {
    private var numbers: SplitMix64
    private var now = 0.0
    private var entry: CacheEntry?
    private var flights: [SharedFiber] = []
    /// For each variant, the number of its present content.
    private var versions = ["a": 0, "b": 0]
    /// When the server has last said of a content that it is the present one.
    private var confirmed: [String: Double] = [:]
    private var invalidated = -1.0
    private let hasTags: Bool
    private let isWeak: Bool
    private(set) var served = 0
    private(set) var validated = 0

    private struct SharedFiber {
        let original: Request
        let sent: Request
        let stored: CacheEntry?
        let requested: Double
        var reply: Response?
        var repliedAt = 0.0
    }

    init(seed: UInt64) {
        numbers = SplitMix64(seed: seed)
        hasTags = seed % 3 > 0
        isWeak = seed % 2 > 0
    }

    mutating func step() throws {
        now += Double(Int.random(in: 0...4, using: &numbers)) / 2
        switch Int.random(in: 0..<20, using: &numbers) {
        case 0...4 where flights.count < 5:
            load(chance("a", "b"), method: Int.random(in: 0..<5, using: &numbers) == 0 ? .head : .get)
        case 5:
            versions[chance("a", "b"), default: 0] += 1
        case 6 where Int.random(in: 0..<2, using: &numbers) == 0:
            invalidated = now
            entry = CacheEntry(invalidated: Exchanges.moment(now))
        default: try advance()
        }
    }

    private mutating func chance(_ one: String, _ other: String) -> String {
        Bool.random(using: &numbers) ? one : other
    }

    private mutating func load(_ variant: String, method: Request.Method) {
        let request = Exchanges.request(["Accept": variant], method: method)
        let decision = CacheDecision(for: request, stored: entry, at: Exchanges.moment(now))
        if let response = decision.served {
            served += 1
            check(response, request, fresh: decision.validating == nil)
        }
        guard decision.served == nil || decision.validating != nil else { return }
        flights.append(
            SharedFiber(original: request, sent: decision.validating ?? request, stored: entry, requested: now))
    }

    /// The server answers one of the loads, or the answer comes.
    private mutating func advance() throws {
        guard let index = flights.indices.randomElement(using: &numbers) else { return }
        guard let reply = flights[index].reply else {
            flights[index].reply = answer(flights[index].sent)
            flights[index].repliedAt = now
            return
        }
        let flight = flights.remove(at: index)
        let (requested, received) = (Exchanges.moment(flight.requested), Exchanges.moment(now))
        if reply.status == 304 {
            let response = try #require(
                flight.stored?.response(
                    validatedBy: reply, to: flight.original, sent: flight.sent, requested: requested,
                    received: received))
            validated += 1
            check(response, flight.original, fresh: nil)
            let version = response.headerFields["X-Version"]
            #expect(version == reply.headerFields["X-Version"], "the content that the server has confirmed")
        }
        entry = CacheEntry.after(
            reply, to: flight.sent, original: flight.original, requested: requested, received: received,
            current: entry)
    }

    /// What the server answers at this moment.
    private mutating func answer(_ request: Request) -> Response {
        let variant = request.headerFields["Accept"] ?? ""
        let version = "\(variant)\(versions[variant] ?? 0)"
        confirmed[version] = now
        let modified = Exchanges.date(-100_000 + Double(versions[variant] ?? 0))
        var fields: HeaderFields = [
            "Cache-Control": "max-age=20, stale-while-revalidate=10", "Vary": "Accept", "Date": Exchanges.date(now),
            "X-Version": version, "Last-Modified": modified, "Content-Length": "\(version.utf8.count)",
        ]
        if hasTags { fields["ETag"] = "\(isWeak ? "W/" : "")\"\(version)\"" }
        let tags = request.headerFields.values(of: "If-None-Match").first
        let isUnchanged =
            hasTags && tags != nil
            ? tags?.contains("\"\(version)\"") == true : request.headerFields["If-Modified-Since"] == modified
        if isUnchanged {
            fields["Content-Length"] = nil
            if numbers.next() % 2 == 0, tags?.contains(",") != true { fields["Last-Modified"] = nil }
            return Response(status: 304, headerFields: fields)
        }
        return Response(headerFields: fields, body: request.method == .head ? Data() : Data(version.utf8))
    }

    /// What is served belongs together, is for this request, and has been confirmed lately, and since the invalidation.
    private func check(_ response: Response, _ request: Request, fresh: Bool?) {
        let version = response.headerFields["X-Version"] ?? ""
        #expect(response.status == 200)
        #expect(version.first == request.headerFields["Accept"]?.first, "a response of the other variant")
        if request.method == .get { #expect(response.body == Data(version.utf8), "another's body") }
        if request.method == .head { #expect(response.body.isEmpty) }
        if hasTags { #expect(response.headerFields["ETag"]?.contains("\"\(version)\"") == true, "another's tag") }
        guard let fresh else { return }
        let since = now - (confirmed[version] ?? -1e9)
        #expect(since <= (fresh ? 20 : 30), "\(version) was confirmed \(since) s ago")
        #expect(confirmed[version] ?? -1 > invalidated, "\(version) was invalidated")
    }
}
