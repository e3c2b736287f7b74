/// A load as a sequence: its progress from time to time, and its value at the end.
public struct ProgressSequence<Value: Sendable>: AsyncSequence, Sendable {
    /// A step of a load.
    public enum Step: Sendable {
        /// The progress. The last one's fraction is 1.
        case progress(TransferProgress)
        /// The value: the last step.
        case value(Value)
    }

    let interval: Duration
    let load: @Sendable (ProgressMeter) async throws -> Value

    package init(interval: Duration, load: @escaping @Sendable (ProgressMeter) async throws -> Value) {
        (self.interval, self.load) = (interval, load)
    }

    /// Creates an iterator that performs a new load. It sends nothing before you ask for the first step.
    public func makeAsyncIterator() -> Iterator { Iterator(self) }

    /// Performs one load, reports its progress, and returns its value.
    package func value(
        isolation: isolated (any Actor)? = #isolation, telling tell: (TransferProgress) -> Void
    ) async throws -> Value {
        var steps = makeAsyncIterator()
        do {
            while let step = try await steps.next() {
                switch step {
                case .progress(let progress): tell(progress)
                case .value(let value): return value
                }
            }
        } catch {
            if let reached = steps.reached { tell(reached) }
            throw error
        }
        // Never reached: the value is returned before the end.
        throw CancellationError()
    }

    /// One load, step by step.
    public struct Iterator: AsyncIteratorProtocol {
        private enum State {
            case new
            case underWay(LoadUnderWay<Value>, ProgressPace)
            case done(Value)
            case ended
        }

        private let sequence: ProgressSequence
        private var state = State.new
        /// The progress of a load when it failed.
        fileprivate private(set) var reached: TransferProgress?

        fileprivate init(_ sequence: ProgressSequence) { self.sequence = sequence }

        /// Returns the next step; nil after the value.
        ///
        /// - Throws: The errors of `Webservice.load(_:)`.
        public mutating func next() async throws -> Step? {
            switch state {
            case .new:
                let load = LoadUnderWay(sequence.load)
                state = .ended
                guard await load.beginning.first(where: { true }) != nil else { return .value(try await load.value) }
                var pace = ProgressPace(interval: sequence.interval)
                _ = pace.admits(TransferProgress(), at: load.meter.time)
                state = .underWay(load, pace)
                return .progress(TransferProgress())
            case .underWay(let load, var pace):
                state = .ended
                if let progress = await load.next(&pace) {
                    state = .underWay(load, pace)
                    return .progress(progress)
                }
                reached = load.meter.progress
                state = .done(try await load.value)
                return .progress(load.meter.progress)
            case .done(let value):
                state = .ended
                return .value(value)
            case .ended: return nil
            }
        }
    }
}

/// A load in its own task. Releasing it cancels the load.
private final class LoadUnderWay<Value: Sendable>: Sendable {
    let meter: ProgressMeter
    /// An element before the first request is sent; none if the load fails before.
    let beginning: AsyncStream<Void>
    private let task: Task<Value, any Error>

    init(_ load: @escaping @Sendable (ProgressMeter) async throws -> Value) {
        let (beginning, input) = AsyncStream<Void>.makeStream()
        let meter = ProgressMeter { _ in input.yield() }
        (self.meter, self.beginning) = (meter, beginning)
        task = Task {
            defer { input.finish() }
            do {
                let value = try await load(meter)
                meter.succeed()
                return value
            } catch {
                meter.fail()
                throw error
            }
        }
    }

    deinit { task.cancel() }

    /// Returns the next progress to report; nil if the load has ended.
    func next(_ pace: inout ProgressPace) async -> TransferProgress? {
        while await meter.wait(for: pace.interval), !Task.isCancelled {
            let progress = meter.progress
            if progress.isFinished { return nil }  // It is reported at the end, once.
            if pace.admits(progress, at: meter.time) { return progress }
        }
        return nil
    }

    var value: Value {
        get async throws {
            try await withTaskCancellationHandler {
                try await task.value
            } onCancel: {
                task.cancel()
            }
        }
    }
}
