import ResourcefulCore

/// A shared run. Those who wait for it hold it; when the last one is gone, so is the run.
final class Flight {
    private struct Waiter {
        weak var strand: (any Advancing)?
        let keys: Set<SharingKey>
        let goOn: (Result<Response, any Error>, Duration) -> Void
    }

    private var strand: Strand<Response>?
    private var waiters: [Waiter] = []

    /// The keys of the runs that wait for this one.
    var waitingKeys: [SharingKey] { waiters.filter { $0.strand != nil }.flatMap(\.keys) }

    /// Begins the run.
    func begin(_ sharing: Sharing, at time: Duration, in context: StrandContext, _ world: World) {
        strand = Strand(sharing.plan, at: time, in: context, world) { [weak self] outcome, time in
            world.land(sharing.key)
            for waiter in self?.waiters ?? [] where waiter.strand != nil { waiter.goOn(outcome, time) }
        }
    }

    /// Has a strand told of the outcome.
    func add(
        _ strand: some Advancing, partOf keys: Set<SharingKey>,
        goOn: @escaping (Result<Response, any Error>, Duration) -> Void
    ) {
        waiters.append(Waiter(strand: strand, keys: keys, goOn: goOn))
    }
}

/// The shared runs under way, held by those who wait for them.
struct Flights {
    private struct WeakFlight {
        weak var flight: Flight?
    }

    private var flights: [SharingKey: WeakFlight] = [:]

    /// The run under a key, if one is under way.
    subscript(key: SharingKey) -> Flight? {
        get { flights[key]?.flight }
        set { flights[key] = newValue.map { WeakFlight(flight: $0) } }
    }

    /// Whether the run under a key is one of these, or waits for one of them, be it through others.
    func waits(_ key: SharingKey, for keys: Set<SharingKey>) -> Bool {
        guard !keys.isEmpty else { return false }
        guard self[key] != nil else { return keys.contains(key) }
        var (found, latest) = (keys, keys)
        while !latest.isEmpty, !found.contains(key) {
            latest = Set(latest.flatMap { self[$0]?.waitingKeys ?? [] }).subtracting(found)
            found.formUnion(latest)
        }
        return found.contains(key)
    }
}
