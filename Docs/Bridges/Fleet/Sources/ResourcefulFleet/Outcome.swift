import NIOConcurrencyHelpers

/// How long an operation goes on for a task that was canceled: long enough for a server that answers, so that what a
/// canceled load gives back arrives, and returns.
private let grace = Duration.milliseconds(12)

/// A value that arrives later, for one task that waits for it.
package final class Outcome<Value: Sendable>: Sendable {
    private enum State {
        case empty
        case waiting(CheckedContinuation<Value?, Never>)
        case set(Value?)
        case over
    }

    private let state = NIOLockedValueBox(State.empty)

    package init() {}

    /// Sets the value; nil means that there won't be one. Returns whether the task still waits, or will.
    @discardableResult package func set(_ value: Value?) -> Bool {
        let (continuation, isTaken) = state.withLockedValue { state -> (CheckedContinuation<Value?, Never>?, Bool) in
            switch state {
            case .empty:
                state = .set(value)
                return (nil, true)
            case .waiting(let continuation):
                state = .over
                return (continuation, true)
            case .set, .over: return (nil, false)
            }
        }
        continuation?.resume(returning: value)
        return isTaken
    }

    /// The value; nil if the task was canceled a moment ago, and there is none.
    package var value: Value? {
        get async {
            await withTaskCancellationHandler {
                await withCheckedContinuation { wait($0) }
            } onCancel: {
                Task {
                    try? await Task.sleep(for: grace)
                    set(nil)
                }
            }
        }
    }

    private func wait(_ continuation: CheckedContinuation<Value?, Never>) {
        let value = state.withLockedValue { state -> Value?? in
            guard case .set(let value) = state else {
                state = .waiting(continuation)
                return nil
            }
            state = .over
            return .some(value)
        }
        if let value { continuation.resume(returning: value) }
    }
}
