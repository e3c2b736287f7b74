import ResourcefulCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What the branches of a run have in common: who answers, what was recorded, the store, and whose turn it is.
final class World {
    private let respond: (Request) throws -> Response
    private let start: Date
    private var lastTurn = 0
    private var flights: [String: WeakFlight] = [:]
    private(set) var requests: [Request] = []
    private(set) var events: [DryRun.Event] = []
    private(set) var store: [String: Entry]
    private(set) var randomNumbers: any RandomNumberGenerator

    init(
        respond: @escaping (Request) throws -> Response, start: Date, store: [String: Entry],
        randomNumbers: any RandomNumberGenerator
    ) {
        self.respond = respond
        self.start = start
        self.store = store
        self.randomNumbers = randomNumbers
    }

    /// Lets whoever is ready first take the next step, until a strand has come to its outcome.
    func run<Value>(_ strand: Strand<Value>) -> Result<Value, any Error> {
        while true {
            if let outcome = strand.outcome { return outcome }
            var next: any Advancing = strand
            for flight in flights.values.compactMap(\.flight) {
                if let ready = flight.strand.ready, next.ready.map({ ready < $0 }) ?? true { next = flight.strand }
            }
            guard next.ready != nil else { return .failure(Standstill()) }
            next.advance(in: self)
        }
    }

    /// The place in line of somebody who has just had a turn.
    func nextTurn(at time: Duration) -> Moment {
        lastTurn += 1
        return Moment(time: time, turn: lastTurn)
    }

    /// The shared run under a key, begun now unless it is under way; nil when it waits for one of those that ask for
    /// it, so that to wait for it would be to wait for ever.
    func flight(_ key: String, plan: Plan<Response>, context: StrandContext, at time: Duration) -> Flight? {
        if let flight = flights[key]?.flight, flight.strand.outcome == nil {
            guard !waits(key, for: context.keys) else { return nil }
            flight.keysOfWaiters.formUnion(context.keys)
            record(.joined(key), at: time)
            return flight
        }
        record(.began(key), at: time)
        let inner = StrandContext(policy: context.policy, keys: context.keys.union([key]))
        let flight = Flight(strand: Strand(plan, at: nextTurn(at: time), in: inner), keysOfWaiters: context.keys)
        flights[key] = WeakFlight(flight: flight)
        return flight
    }

    /// Whether the run under a key is one of these, or waits for one of them, be it through others.
    private func waits(_ key: String, for keys: Set<String>) -> Bool {
        var (found, latest) = (keys, keys)
        while !latest.isEmpty, !found.contains(key) {
            latest = Set(latest.flatMap { flights[$0]?.flight?.keysOfWaiters ?? [] }).subtracting(found)
            found.formUnion(latest)
        }
        return found.contains(key)
    }
}

// The effects.
extension World {
    func send(_ request: Request, at time: Duration) -> Result<Response, any Error> {
        var request = request
        do {
            request = try request.sendable()
            requests.append(request)
            record(.sent(request), at: time)
            var response = try respond(request)
            if response.url == nil { response.url = request.url }
            record(.received(response.status, from: request), at: time)
            return .success(response)
        } catch {
            let error = LoadError.ofTransport(error, request: request)
            record(.failed(request, "\(error)"), at: time)
            return .failure(error)
        }
    }

    func wait(_ duration: Duration, from time: Duration) -> Duration {
        let end = time + max(.zero, duration)
        record(.waited(duration), at: end)
        return end
    }

    func now(at time: Duration) -> Date {
        record(.askedTime, at: time)
        let (seconds, attoseconds) = time.components
        return start.addingTimeInterval(Double(seconds) + Double(attoseconds) / 1e18)
    }

    func random(at time: Duration) -> UInt64 {
        let number = randomNumbers.next()
        record(.drewNumber(number), at: time)
        return number
    }

    func read(_ name: String, at time: Duration) -> Entry? {
        record(.read(name, found: store[name] != nil), at: time)
        return store[name]
    }

    func write(_ entry: Entry?, to name: String, at time: Duration) {
        record(entry == nil ? .removed(name) : .wrote(name), at: time)
        store[name] = entry
    }

    private func record(_ kind: DryRun.Event.Kind, at time: Duration) {
        events.append(DryRun.Event(kind, at: time))
    }
}

/// When something is ready: the time, and its place among those that are ready at the same time.
struct Moment: Comparable {
    let time: Duration
    let turn: Int

    static func < (left: Moment, right: Moment) -> Bool {
        (left.time, left.turn) < (right.time, right.turn)
    }
}

/// A shared run. Those who wait for it hold it; when the last one is gone, so is the run.
final class Flight {
    let strand: Strand<Response>
    /// The keys of the runs that those who wait are part of.
    var keysOfWaiters: Set<String>

    init(strand: Strand<Response>, keysOfWaiters: Set<String>) {
        self.strand = strand
        self.keysOfWaiters = keysOfWaiters
    }
}

private struct WeakFlight {
    weak var flight: Flight?
}

/// Everything waits for something else. No plan comes to that, since nobody waits for a run that waits for them.
private struct Standstill: Error {}
