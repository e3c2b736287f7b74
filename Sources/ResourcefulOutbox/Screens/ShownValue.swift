#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A value with the changes of writes that it doesn't have yet.
public struct ShownValue<Value: Sendable>: Sendable {
    /// The value to show.
    public let value: Value
    /// The identifiers of the writes that aren't answered yet and that change the value, in the order they are sent.
    public let pending: [String]
    /// The source and the age of the value, without the changes.
    public let status: CacheStatus
    /// The reason why the last load failed; nil if it didn't.
    public let failure: (any Error)?
}

/// A value that was loaded, and the writes that it has.
struct LoadedValue<Value: Sendable>: Sendable {
    let value: Value
    let status: CacheStatus
    /// The marks of the writes that were answered before it was loaded.
    let contained: Set<String>

    /// - Parameters:
    ///   - look: What the outbox said before the load began.
    ///   - now: The date when the load had ended.
    init(_ update: LoadUpdate<Value>, after look: OutboxLook, at now: Date) {
        (value, status) = (update.value, update.status)
        // A value from a store was loaded earlier: as long ago as its age says, or less.
        let (seconds, attoseconds) = status.age.components
        let date = now.addingTimeInterval(-Double(seconds) - Double(attoseconds) / 1e18)
        let isStored = status.source == .hit
        contained = Set(
            look.writes.filter { $0.state == .done && (!isStored || ($0.answered ?? .distantFuture) < date) }
                .map(\.mark))
    }
}

/// What a screen knows: what was loaded, what the outbox says, and what it shows. A pure value.
struct ScreenState<Value: Sendable>: Sendable {
    private let changes: [OutboxChange<Value>]
    private var loaded: LoadedValue<Value>?
    private var failure: (any Error)?
    private var look = OutboxLook()
    /// The number of looks that have begun, and the one that is known: a later one isn't replaced by an earlier one.
    private var (begun, known) = (0, 0)
    /// The marks of the writes that were answered when the server was last asked for the value.
    private var asked: Set<String> = []
    /// What is shown; nil before anything is.
    private var shown: (marks: [String], pending: [String])?

    init(_ changes: [OutboxChange<Value>]) { self.changes = changes }

    /// Whether there is a value.
    var hasValue: Bool { loaded != nil }

    /// Whether the server has answered a write that the value doesn't have, and wasn't asked for the value since.
    var isBehind: Bool {
        guard let loaded else { return false }
        return !look.answered.subtracting(loaded.contained).isSubset(of: asked)
    }

    /// What the next look needs to know: its number, what is settled, and what the value has.
    mutating func beginsLook() -> (number: Int, settled: [String: Int], contained: Set<String>) {
        begun += 1
        return (begun, look.settled, loaded?.contained ?? [])
    }

    /// Notes a look. The value is what to show, if that is new.
    mutating func looked(_ new: OutboxLook, number: Int) -> ShownValue<Value>? {
        guard number > known else { return nil }
        (look, known) = (new, number)
        return showing(always: false)
    }

    /// Notes that the server is asked for the value.
    mutating func asks(after look: OutboxLook) { asked = look.answered }

    /// Notes a value that was loaded. The value is what to show.
    mutating func took(_ new: LoadedValue<Value>, _ look: OutboxLook, number: Int) -> ShownValue<Value>? {
        (loaded, failure) = (new, nil)
        // A later look has left out what an earlier value had.
        if number > known { (self.look, known) = (look, number) }
        return showing(always: true)
    }

    /// Notes that a load has failed. The value is what to show; nil if there is no value.
    mutating func failed(_ error: any Error) -> ShownValue<Value>? {
        failure = error
        return showing(always: true)
    }

    private mutating func showing(always: Bool) -> ShownValue<Value>? {
        guard let loaded else { return nil }
        let writes = look.writes.filter { !loaded.contained.contains($0.mark) }
        let (marks, pending) = (writes.map(\.mark), writes.filter { $0.state != .done }.map(\.id))
        guard always || shown?.marks != marks || shown?.pending != pending else { return nil }
        shown = (marks, pending)
        var value = loaded.value
        for write in writes { for change in changes { change.show(write.change, in: &value) } }
        return ShownValue(value: value, pending: pending, status: loaded.status, failure: failure)
    }
}
