#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Outbox {
    /// Waits until a write is answered, and reads the answer as its resource does. It sends the lane, too, unless
    /// another process does.
    ///
    /// - Throws: What a load of the resource throws, if the server has refused the write; ``OutboxError`` if no server
    ///   has, if the write was dropped, or if it can't be read.
    public func answer<Value>(to resource: Resource<Value>, as id: String) -> Plan<Value> {
        answer(to: resource, as: id, after: .milliseconds(10))
    }

    private func answer<Value>(to resource: Resource<Value>, as id: String, after wait: Duration) -> Plan<Value> {
        write(id).flatMap { write -> Plan<Value> in
            guard let write else {
                throw OutboxError(.missing, "there is no write \(id), or its answer is no longer kept")
            }
            guard write.state == .done || write.state == .refused else {
                return run(write.lane).startInBackground(as: runKey(write.lane))
                    .flatMap { Plan.wait(for: wait) }
                    .flatMap { answer(to: resource, as: id, after: min(wait * 2, .seconds(1))) }
            }
            guard let response = write.answer?.response else {
                throw OutboxError(.refused, "\(id) was refused: \(write.reason ?? "no reason is known")")
            }
            return Self.reading(response, as: resource)
        }
    }

    /// Reads an answer as a load does, with the envelope of the service. Nothing is sent.
    private static func reading<Value>(_ response: Response, as resource: Resource<Value>) -> Plan<Value> {
        let answering = Policy(named: "answered from an outbox") { request, _ in
            Plan.value(request.verdict(on: response).response)
        }
        return resource.applying(answering).plan
    }

    /// Sends a lane now, also a write whose next attempt another run waits for.
    func sendingNow(_ lane: String) -> Plan<Void> {
        zip(Plan.random, Plan.read(mark(lane))).flatMap { number, mark -> Plan<Void> in
            let run = run(lane, number).shared(as: runKey(lane))
            guard mark != nil else { return anew(run, number) }
            let key = "\(runKey(lane)) now"
            let trying = Plan.value(number).startInBackground(as: key).flatMap { once.sending(lane) }.map { number }
            return anew(trying.shared(as: key), number).flatMap { run }.map { _ in }
        }
    }

    /// A shared plan, and once more if another began it: that one may have looked, or tried, too early.
    private func anew(_ plan: Plan<UInt64>, _ number: UInt64) -> Plan<Void> {
        plan.flatMap { leader -> Plan<Void> in leader == number ? .value(()) : plan.map { _ in } }
    }

    /// Sends a lane, with a mark in the store meanwhile. The value is the number.
    ///
    /// The run keeps itself going when nothing waits for it any more: canceled, it would leave a claim.
    private func run(_ lane: String, _ number: UInt64 = 0) -> Plan<UInt64> {
        let mark = mark(lane)
        let kept = Plan.value(number).startInBackground(as: runKey(lane))
        return kept.flatMap { Plan.write(StoreEntry(data: Data(), date: .distantPast), to: mark) }
            .flatMap { sending(lane) }.flatMap { Plan.write(nil, to: mark) }.map { number }
    }

    private func mark(_ lane: String) -> String { StoreEntry.scratchName(runKey(lane)) }

    /// Begins to send a lane, and doesn't wait. A run that is about to end may have looked before the last write was
    /// kept, so it looks again a moment later.
    func beginning(_ lane: String, after id: String) -> Plan<Void> {
        let begin = run(lane).startInBackground(as: runKey(lane))
        let again = Plan.wait(for: .seconds(1)).flatMap { begin }
        return begin.flatMap { again.startInBackground(as: "\(runKey(lane)) after \(id)") }
    }
}
