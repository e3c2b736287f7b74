extension Outbox {
    /// All writes that are kept, lane by lane, in the order they are sent: those that wait, that are being sent, that
    /// were refused or can't be read, and the last ones that were answered. It reads them all.
    public var items: Plan<[OutboxItem]> { items(from: OutboxWalk(outbox: self), Collected()) }

    private func items(from walk: OutboxWalk, _ known: Collected<OutboxItem>) -> Plan<[OutboxItem]> {
        walk.next.flatMap { step -> Plan<[OutboxItem]> in
            guard let step else { return .value(known.elements) }
            return items(from: step.rest, known.adding(step.item))
        }
    }

    /// Returns the write with an identifier; nil if there is none.
    public func item(_ id: String) -> Plan<OutboxItem?> {
        write(id).ifReadable.map { write -> OutboxItem? in
            switch write {
            case .success(let write): write.map { OutboxItem($0) }
            case .failure(let error): OutboxItem(id, in: "", unreadable: error.message)
            }
        }
    }

    /// Lets a refused write wait again, behind the others of its lane that wait unless the lane has stopped at it. The
    /// value is whether there is a write that waits now.
    public func retrying(_ id: String) -> Plan<Bool> {
        write(id).flatMap { write -> Plan<Bool> in
            guard let write, write.state == .refused || write.state == .waiting else { return .value(false) }
            // Before, for the case of a crash; and again, as the lane may have passed it meanwhile.
            return queue(write.lane).append(id).flatMap { Plan.now }.flatMap { now -> Plan<KeptWrite?> in
                changeWrite(id, at: now) { $0?.again() }
            }.flatMap { before -> Plan<Bool> in
                guard before?.state == .refused else { return .value(before?.state == .waiting) }
                return queue(write.lane).append(id).map { true }
            }
        }
    }

    /// Moves a write before another one of its lane, if both wait. The value is whether they do, and so whether it is
    /// sent before the other one.
    ///
    /// It is one change of one entry, so a crash leaves the order as it was or as it is meant.
    public func moving(_ id: String, before other: String) -> Plan<Bool> {
        zip(write(id), write(other)).flatMap { write, next -> Plan<Bool> in
            guard let write, let next, write.state == .waiting, next.state == .waiting, write.lane == next.lane,
                id != other
            else { return .value(false) }
            let queue = queue(write.lane)
            return queue.head.flatMap { head in moving(id, before: other, in: queue, from: head.first) }
        }
    }

    private func moving(_ id: String, before other: String, in queue: EntryQueue, from number: Int) -> Plan<Bool> {
        queue.elements(number).ifReadable.flatMap { found -> Plan<Bool> in
            if case .success(nil) = found { return .value(false) }
            guard case .success(let ids?) = found, ids.contains(other) else {
                return moving(id, before: other, in: queue, from: number + 1)
            }
            return queue.insert(id, before: other, at: number)
        }
    }

    /// Removes a write, whatever its state, also one that can't be read. Its answer is removed, too, and it can be
    /// submitted again as a new one. The value is whether it is removed: a write that is being sent isn't.
    public func dropping(_ id: String) -> Plan<Bool> {
        let name = name(of: id)
        return Plan.now.flatMap { now -> Plan<Bool> in
            @Sendable func isBeingSent(_ entry: StoreEntry?) -> Bool {
                let write = (try? KeptWrite(entry, named: name)) ?? nil
                return write.map { $0.state == .sending && !$0.canBeSent(at: now) } ?? false
            }
            return Plan<StoreEntry?>.update(name) { isBeingSent($0) ? $0 : nil }.map { $0 != nil && !isBeingSent($0) }
        }
    }
}

/// A walk through the writes of an outbox, one after the other. It keeps the identifiers that it has seen.
struct OutboxWalk: Sendable {
    /// A write, and the rest of the walk.
    struct Step: Sendable {
        var item: OutboxItem
        let rest: OutboxWalk
    }

    private let outbox: Outbox
    /// The lanes that are left, the next one last; nil at the beginning.
    private var lanes: [Result<String, OutboxError>]?
    /// The number of the next write in the lane; nil before its header was read.
    private var number: Int?
    /// The writes that are left at the number before that.
    private var ids: ArraySlice<String> = []
    private var seen = SeenElements()

    init(outbox: Outbox) { self.outbox = outbox }

    /// The next write; nil at the end.
    var next: Plan<Step?> {
        guard let lanes else { return outbox.listedLanes.flatMap { with(lanes: $0.reversed()).next } }
        let rest = with(lanes: lanes.dropLast())
        switch lanes.last {
        case nil: return .value(nil)
        case .failure(let error)?: return rest.after(error, of: "a lane", in: "")
        case .success(let lane)? where !ids.isEmpty: return reading(ids, in: lane)
        case .success(let lane)?: return number.map { reading($0, in: lane, before: rest) } ?? entering(lane, rest)
        }
    }

    private func reading(_ number: Int, in lane: String, before rest: OutboxWalk) -> Plan<Step?> {
        let queue = outbox.queue(lane)
        return queue.elements(number).ifReadable.flatMap { ids -> Plan<Step?> in
            var walk = self
            walk.number = number + 1
            switch ids {
            case .success(nil): return rest.next
            case .success(let ids?): return walk.reading(ids[...], in: lane)
            case .failure(let error): return walk.after(error, of: queue.name(number), in: lane)
            }
        }
    }

    /// The step that shows an entry that can't be read, before this walk.
    private func after(_ error: OutboxError, of name: String, in lane: String) -> Plan<Step?> {
        .value(Step(item: OutboxItem(name, in: lane, unreadable: error.message), rest: self))
    }

    /// Returns the walk before some lanes.
    private func with(lanes: [Result<String, OutboxError>]) -> OutboxWalk {
        var walk = self
        (walk.lanes, walk.number) = (lanes, nil)
        return walk
    }

    private func reading(_ ids: ArraySlice<String>, in lane: String) -> Plan<Step?> {
        var walk = self
        walk.ids = ids.dropFirst()
        guard let id = ids.first else { return next }
        return walk.seen.insert(id) ? walk.reading(id, in: lane) : walk.next
    }

    private func reading(_ id: String, in lane: String) -> Plan<Step?> {
        outbox.item(id).flatMap { item -> Plan<Step?> in
            guard let item else { return next }
            guard case .unreadable(let reason) = item.state else { return .value(Step(item: item, rest: self)) }
            return .value(Step(item: OutboxItem(id, in: lane, unreadable: reason), rest: self))
        }
    }

    private func entering(_ lane: String, _ rest: OutboxWalk) -> Plan<Step?> {
        let queue = outbox.queue(lane)
        return queue.head.ifReadable.flatMap { head -> Plan<Step?> in
            switch head {
            case .success(let head):
                var walk = self
                walk.number = head.oldest
                return walk.next
            case .failure(let error):
                return rest.after(error, of: queue.header, in: lane)
            }
        }
    }
}
