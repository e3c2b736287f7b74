/// The time in which loads are allowed: a server ends it before it stops.
///
///     let lifetime = LoadLifetime()
///     let webservice = Webservice(baseURL: api).lasting(lifetime)
///     await lifetime.end(within: .seconds(20))
///
/// Several Webservices can share one. It costs a task for each load. A load is over when it returns its value: the body
/// of a stream that is still being read isn't waited for.
public final class LoadLifetime: Sendable {
    private struct State: Sendable {
        /// Whether no new loads begin.
        var isOver = false
        /// Whether what is under way was canceled.
        var isCanceled = false
        var lastNumber = 0
        /// What cancels each load and each run, once it has a task.
        var active: [Int: (@Sendable () -> Void)?] = [:]
        /// Those who wait until nothing is under way.
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]

        mutating func nextNumber() -> Int {
            lastNumber += 1
            return lastNumber
        }
    }

    private let state = Locked(State())

    /// Creates a lifetime that has begun.
    public init() {}

    /// The number of loads under way, and of runs that no load waits for: validations and refreshes of tokens.
    public var count: Int { state.withLock { $0.active.count } }

    /// Whether it was ended: new loads fail with ``LifetimeEnded``.
    public var isOver: Bool { state.withLock { $0.isOver } }

    /// Ends the lifetime. New loads fail with ``LifetimeEnded``. Those under way, and what they have begun in the
    /// background, have time to end; what remains then is canceled.
    ///
    /// It can be called more than once, and at the same time: the earliest limit applies. If its task is canceled, the
    /// time is over. After that, it waits a second at most for a transport that takes long to cancel.
    ///
    /// - Returns: Whether everything has ended without being canceled.
    @discardableResult
    public func end(within limit: Duration) async -> Bool {
        state.withLock { $0.isOver = true }
        await idle(within: limit)
        let rest = state.withLock { state -> [@Sendable () -> Void] in
            if !state.active.isEmpty { state.isCanceled = true }
            return state.active.values.compactMap(\.self)
        }
        for cancel in rest { cancel() }
        // In a task of its own: that of the caller may be canceled.
        if !rest.isEmpty { await Task { await idle(within: .seconds(1)) }.value }
        return state.withLock { !$0.isCanceled }
    }

    /// Waits until nothing is under way, at most for a time, or until its task is canceled.
    private func idle(within limit: Duration) async {
        guard count > 0, limit > .zero else { return }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.idle() }
            group.addTask { try? await Task.sleep(for: min(limit, .seconds(Int64(1) << 32))) }
            await group.next()
            group.cancelAll()
        }
    }

    private func idle() async {
        let number = state.withLock { $0.nextNumber() }
        await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                let isIdle = state.withLock { state in
                    guard !state.active.isEmpty, !Task.isCancelled else { return true }
                    state.waiting[number] = waiter
                    return false
                }
                if isIdle { waiter.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: number) }?.resume()
        }
    }

    // Loads and runs.

    /// Begins a load; nil if none begin any more. What a load has begun may begin nevertheless.
    func begin(isPart: Bool = false) -> Int? {
        state.withLock { state in
            guard isPart || !state.isOver else { return nil }
            let number = state.nextNumber()
            state.active[number] = .some(nil)
            return number
        }
    }

    /// Adds what cancels a load or a run that has begun.
    func set(_ cancel: @escaping @Sendable () -> Void, of number: Int) {
        let isCanceled = state.withLock { state in
            if state.active[number] != nil { state.active[number] = .some(cancel) }
            return state.isCanceled
        }
        if isCanceled { cancel() }
    }

    /// Ends a load or a run.
    func end(_ number: Int) {
        let waiting = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.active[number] = nil
            guard state.active.isEmpty else { return [] }
            defer { state.waiting = [:] }
            return Array(state.waiting.values)
        }
        for waiter in waiting { waiter.resume() }
    }
}

/// The error of a load that begins after the end of a ``LoadLifetime``: nothing is sent. A server answers its clients
/// with 503.
public struct LifetimeEnded: Error, CustomStringConvertible {
    /// The first request of the load, with its secrets replaced; nil if the load doesn't begin with one.
    public let request: Request?

    /// Creates an error, such as one to test a handler with.
    public init(request: Request? = nil) { self.request = request.map { Redaction.standard.redacted($0) } }

    /// The request, and that the Webservice has been shut down.
    public var description: String {
        "\(request.map { "\($0)" } ?? "the load") isn't sent: the Webservice has been shut down"
    }
}
