#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Outbox {
    /// Sends what waits in all lanes, side by side, until nothing waits that can be sent now.
    ///
    /// Several processes can do this at once: each write is claimed with a deadline before it is sent, so that no two
    /// send it at the same time. If its process dies, another sends it after ``OutboxRule/lease``, with the same
    /// idempotency key. What can't be read stays, and stops its lane as a
    /// refusal does.
    public var sendingAll: Plan<Void> {
        usedLanes.flatMap { lanes -> Plan<Void> in Plan.all(lanes.map { sending($0) }).map { _ in } }
    }

    /// Sends what waits in a lane, one write after the other, until nothing waits that can be sent now.
    public func sending(_ lane: String) -> Plan<Void> {
        // What can't be read stays, and is shown. Other lanes go on.
        queue(lane).head.flatMap { head -> Plan<Void> in sending(lane, from: head.first) }.ifReadable.map { _ in }
    }

    /// The lanes that were used, each once. One whose name can't be read is left out.
    var usedLanes: Plan<[String]> {
        listedLanes.map { lanes in
            var seen: Set<String> = []
            return lanes.compactMap { try? $0.get() }.filter { seen.insert($0).inserted }
        }
    }

    /// The list of lanes. None is ever removed.
    var listedLanes: Plan<[Result<String, OutboxError>]> { lanes(from: 0, Collected()) }

    private func lanes(
        from number: Int, _ known: Collected<Result<String, OutboxError>>
    ) -> Plan<[Result<String, OutboxError>]> {
        lanes.elements(number).ifReadable.flatMap { found -> Plan<[Result<String, OutboxError>]> in
            switch found {
            case .success(nil): .value(known.elements)
            case .success(let names?): lanes(from: number + 1, names.reduce(known) { $0.adding(.success($1)) })
            case .failure(let error): lanes(from: number + 1, known.adding(.failure(error)))
            }
        }
    }

    /// What to do after a write was looked at.
    private enum Course: Sendable {
        /// Look at it again.
        case again
        /// Go on with the next one.
        case pass
        /// Leave the lane.
        case stop
    }

    private func sending(_ lane: String, from number: Int) -> Plan<Void> {
        queue(lane).elements(number).ifReadable.flatMap { found -> Plan<Void> in
            let course: Plan<Course>
            switch found {
            case .success(nil): return .value(())
            case .success(let ids?): course = self.course(of: ids[...])
            case .failure: course = .value(afterRefusal)
            }
            return course.flatMap { course -> Plan<Void> in
                switch course {
                case .again: return sending(lane, from: number)
                case .stop: return .value(())
                case .pass: return passing(number, in: lane).flatMap { sending(lane, from: number + 1) }
                }
            }
        }
    }

    private var afterRefusal: Course { rule.afterRefusal == .stop ? .stop : .pass }

    /// Sends the writes at one number, as long as each one is passed.
    private func course(of ids: ArraySlice<String>) -> Plan<Course> {
        guard let id = ids.first else { return .value(.pass) }
        return course(of: id).flatMap { course -> Plan<Course> in
            course == .pass ? self.course(of: ids.dropFirst()) : .value(course)
        }
    }

    /// Looks at a write, and sends it if it waits.
    private func course(of id: String) -> Plan<Course> {
        write(id).ifReadable.flatMap { write -> Plan<Course> in
            guard case .success(let write) = write else { return .value(afterRefusal) }
            // What isn't there was dropped, or answered long ago.
            guard let write else { return .value(.pass) }
            switch write.state {
            case .done: return .value(.pass)
            case .refused: return .value(afterRefusal)
            case .waiting: return attempts(write)
            case .sending: return waiting(for: write)
            }
        }
    }

    /// Waits while another process sends a write, which may die: as long again as that one has had it, so that its end
    /// is noticed after twice its time, with few looks.
    private func waiting(for write: KeptWrite) -> Plan<Course> {
        Plan.now.flatMap { now -> Plan<Course> in
            let left = write.deadline.map { $0.timeIntervalSince(now) } ?? 0
            guard left > 0 else { return attempts(write) }
            let pause = isWatching ? 0.05 : max(rule.lease.seconds - left, 0.1)
            return Plan.wait(for: .seconds(min(left, pause))).map { Course.again }
        }
    }

    /// Sends a write as often as the rule says. The rule is followed here, and by no policy further inside.
    private func attempts(_ write: KeptWrite) -> Plan<Course> {
        let (id, permit) = (write.id, permit)
        return Policy.retry(rule.retry)(Self.asking) { _ in
            attempt(id).limited(to: rule.atOnce, under: permit)
        }.continuing { outcome -> Plan<Course> in
            if case .failure(let error) = outcome, error is ClaimedByOther { return .value(.again) }
            return self.write(id).map { write -> Course in write?.state == .waiting ? .stop : .again }
        }
    }

    /// The request that the rule is asked about: each one here can be sent again, since it has a key.
    private static let asking = Request(url: URL(filePath: "/"))

    /// The error of an attempt at a write that another process sends, or has finished.
    private struct ClaimedByOther: Error {}

    /// Claims a write, sends it, and keeps what has become of it.
    private func attempt(_ id: String) -> Plan<Response> {
        Plan.random.flatMap { holder -> Plan<Response> in
            Plan.now.flatMap { now -> Plan<Response> in
                let deadline = now.addingTimeInterval(rule.lease.seconds)
                let claim = changeWrite(id, at: now) { write in
                    write.map { $0.canBeSent(at: now) ? $0.claimed(by: holder, until: deadline) : $0 }
                }
                return claim.flatMap { before -> Plan<Response> in
                    guard let before, before.canBeSent(at: now) else { throw ClaimedByOther() }
                    return exchange(before).continuing { outcome -> Plan<Response> in
                        settled(id, outcome, by: holder).flatMap { Plan<Response>.outcome(outcome) }
                    }
                }
            }
        }
    }

    /// Sends the request of a write. It has ended before another process takes the write over.
    private func exchange(_ write: KeptWrite) -> Plan<Response> {
        Plan<KeptWrite>.value(write).map { write -> Request in
            guard let kept = write.request else { throw OutboxError(.unreadable, "a write has lost its request") }
            return try kept.request(with: write.key).retrying(.never)
        }.flatMap { request -> Plan<Response> in
            let exchange = Plan.send(request)
            return hasDeadlines ? exchange.deadline(rule.lease * 9 / 10) : exchange
        }
    }

    private func settled(_ id: String, _ outcome: Result<Response, any Error>, by holder: UInt64) -> Plan<Void> {
        let settlement = rule.settlement(of: outcome)
        return Plan.now.flatMap { now -> Plan<Void> in
            changeWrite(id, at: now) { $0?.settled(settlement, by: holder, at: now) }.map { _ in }
        }
    }
}

// Removing old answers.
extension Outbox {
    /// Passes a write, and removes those that were answered long ago.
    private func passing(_ number: Int, in lane: String) -> Plan<Void> {
        let queue = queue(lane)
        return queue.pass(number).flatMap { head -> Plan<Void> in
            guard head.first == number, number + 1 - head.oldest > rule.answersKept else { return .value(()) }
            return removing(head.oldest, in: queue).flatMap { isRemoved -> Plan<Void> in
                // Two for each that is passed, in case that some were left.
                guard isRemoved, number - head.oldest > rule.answersKept else { return .value(()) }
                return removing(head.oldest + 1, in: queue).map { _ in }
            }
        }
    }

    /// Removes the old writes at a number, if none is refused. The value is whether they were removed.
    private func removing(_ number: Int, in queue: EntryQueue) -> Plan<Bool> {
        queue.elements(number).ifReadable.flatMap { ids -> Plan<Bool> in
            guard case .success(let ids) = ids else { return .value(false) }
            return removing((ids ?? [])[...]).flatMap { isRemoved -> Plan<Bool> in
                isRemoved ? queue.removeOldest(number).map { true } : .value(false)
            }
        }
    }

    private func removing(_ ids: ArraySlice<String>) -> Plan<Bool> {
        guard let id = ids.first else { return .value(true) }
        return write(id).ifReadable.flatMap { write -> Plan<Bool> in
            guard case .success(let write) = write, write?.state != .refused else { return .value(false) }
            return Plan.now.flatMap { now in changeWrite(id, at: now) { $0?.state == .done ? nil : $0 } }
                .flatMap { _ in removing(ids.dropFirst()) }
        }
    }
}

extension Duration {
    fileprivate var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
