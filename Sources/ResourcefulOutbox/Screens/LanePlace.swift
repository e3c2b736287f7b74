/// A place in a lane, and the write that it refers to; nil if that was dropped or can't be read.
struct LanePlace: Sendable {
    /// The number of the place. Several writes can be there, in their order.
    let number: Int
    var write: KeptWrite?

    /// Whether the write shows in a value, or may do so later, because of this place.
    ///
    /// - Parameters:
    ///   - first: The first place of the lane that isn't finished.
    ///   - contained: The marks of the writes that the value has.
    func isOpen(from first: Int, without contained: Set<String>) -> Bool {
        guard let write, write.change != nil else { return false }
        return write.state == .done ? !contained.contains(write.mark) : number >= first
    }
}

/// What an outbox says about a screen.
struct OutboxLook: Sendable {
    /// The writes that are answered, with the dates of their answers, and those that wait, lane by lane.
    private var (known, waiting): ([(write: KeptWrite, answered: Date)], [KeptWrite]) = ([], [])
    /// For each lane, the place before which nothing changes the screen any more.
    private(set) var settled: [String: Int] = [:]

    /// The writes that change the screen: in the order of their answers, then in the order in which they are sent.
    var writes: [KeptWrite] {
        let answered = known.enumerated().sorted { one, other in
            (one.element.answered, one.offset) < (other.element.answered, other.offset)
        }
        return answered.map(\.element.write) + waiting
    }

    /// The marks of the writes that are answered.
    var answered: Set<String> { Set(known.filter { $0.write.state == .done }.map(\.write.mark)) }

    /// Returns the look with a lane.
    ///
    /// - Parameters:
    ///   - places: The places from a number on.
    ///   - first: The first place that isn't finished.
    func adding(
        _ lane: String, _ places: [LanePlace], at begin: Int, from first: Int, without contained: Set<String>
    ) -> OutboxLook {
        var (look, seen) = (self, Set<String>())
        let open = places.filter { $0.isOpen(from: first, without: contained) }
        look.settled[lane] = open.first?.number ?? places.last.map { $0.number + 1 } ?? begin
        // A write that was refused and sent again has several places. When it was answered says which one counts.
        let writes = open.compactMap(\.write).filter { $0.state != .refused && seen.insert($0.mark).inserted }
        let numbers = open.enumerated().compactMap { index, place in place.write.map { ($0.mark, index) } }
        let (begins, ends) = (Dictionary(numbers, uniquingKeysWith: min), Dictionary(numbers, uniquingKeysWith: max))
        let answers = writes.filter { $0.state == .done }.map { (begins[$0.mark] ?? 0, $0.answered ?? .distantPast) }
        for write in writes {
            // One that was read before it was answered: what follows it has an answer.
            let following = answers.filter { $0.0 > ends[write.mark] ?? 0 }.map(\.1).min()
            let date = write.state == .done ? write.answered ?? .distantPast : following
            if let date { look.known.append((write, date)) } else { look.waiting.append(write) }
        }
        return look
    }
}

extension Outbox {
    /// Looks at the writes that change a screen. It reads what isn't settled.
    ///
    /// - Parameters:
    ///   - settled: What an earlier look has found settled.
    ///   - contained: The marks of the writes that the screen's value has.
    func look(from settled: [String: Int] = [:], without contained: Set<String> = []) -> Plan<OutboxLook> {
        usedLanes.flatMap { lanes in look(at: lanes[...], from: settled, without: contained, OutboxLook()) }
    }

    private func look(
        at lanes: ArraySlice<String>, from settled: [String: Int], without contained: Set<String>, _ known: OutboxLook
    ) -> Plan<OutboxLook> {
        guard let lane = lanes.first else { return .value(known) }
        let queue = queue(lane)
        return queue.head.ifReadable.flatMap { head -> Plan<OutboxLook> in
            guard case .success(let head) = head else {
                return look(at: lanes.dropFirst(), from: settled, without: contained, known)
            }
            let begin = max(head.oldest, settled[lane] ?? 0)
            return places(in: queue, from: begin, Collected()).flatMap { places -> Plan<OutboxLook> in
                let known = known.adding(lane, places, at: begin, from: head.first, without: contained)
                return look(at: lanes.dropFirst(), from: settled, without: contained, known)
            }
        }
    }

    private func places(
        in queue: EntryQueue, from number: Int, _ known: Collected<LanePlace>
    ) -> Plan<[LanePlace]> {
        queue.elements(number).ifReadable.flatMap { found -> Plan<[LanePlace]> in
            if case .success(nil) = found { return .value(known.elements) }
            let ids = (try? found.get()) ?? []
            return places(of: ids[...], at: number, known).flatMap { known in
                places(in: queue, from: number + 1, ids.isEmpty ? known.adding(LanePlace(number: number)) : known)
            }
        }
    }

    private func places(
        of ids: ArraySlice<String>, at number: Int, _ known: Collected<LanePlace>
    ) -> Plan<Collected<LanePlace>> {
        guard let id = ids.first else { return .value(known) }
        return write(id).ifReadable.flatMap { write -> Plan<Collected<LanePlace>> in
            let place = LanePlace(number: number, write: (try? write.get()) ?? nil)
            return places(of: ids.dropFirst(), at: number, known.adding(place))
        }
    }
}
