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
                return sending(write.lane).startInBackground(as: runKey(write.lane))
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

    /// Begins to send a lane, and doesn't wait. A run that is about to end may have looked before the last write was
    /// kept, so it looks again a moment later.
    func beginning(_ lane: String, after id: String) -> Plan<Void> {
        let begin = sending(lane).startInBackground(as: runKey(lane))
        let again = Plan.wait(for: .seconds(1)).flatMap { begin }
        return begin.flatMap { again.startInBackground(as: "\(runKey(lane)) after \(id)") }
    }
}
