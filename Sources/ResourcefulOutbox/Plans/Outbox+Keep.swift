#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Outbox {
    /// Keeps a write, and sends nothing. When the plan has ended, the write isn't lost.
    ///
    /// If there is already a write with this identifier, it stays as it is, whatever its request: an order that is
    /// submitted again after a crash is one order. The plan draws the idempotency key, unless the request has one.
    ///
    /// - Parameters:
    ///   - resource: The resource whose request is sent. The value is of no interest here.
    ///   - id: The identifier of the write, which is unique in the outbox.
    ///   - lane: The lane. Writes of a lane are sent one after the other, in the order they were kept.
    ///   - change: What the write changes on the screen before it is answered: see ``OutboxChange``.
    /// - Throws: ``OutboxError`` if the request carries a secret, or if its body or the write itself can't be kept; an
    ///   `EncodingError` if the change can't be.
    public func keeping<Value>(
        _ resource: Resource<Value>, as id: String, in lane: String = "",
        showing change: (any Encodable & Sendable)? = nil
    ) -> Plan<Void> {
        contentKept(resource, as: id, in: lane, showing: change).flatMap { write -> Plan<Void> in
            // Who was interrupted here submits again. A second reference does no harm.
            guard write.state == .waiting || write.state == .sending else { return .value(()) }
            return referring(to: id, in: write.lane)
        }
    }

    /// Keeps the content of a write. The value is what is kept under its identifier.
    func contentKept<Value>(
        _ resource: Resource<Value>, as id: String, in lane: String, showing change: (any Encodable & Sendable)? = nil
    ) -> Plan<KeptWrite> {
        write(id).flatMap { known -> Plan<KeptWrite> in
            if let known { return .value(known) }
            return Self.request(of: resource).flatMap { request -> Plan<KeptWrite> in
                let kept = try KeptRequest(request)
                let change = try change.map { try KeptChange($0) }
                return Self.key(for: request).flatMap { key -> Plan<KeptWrite> in
                    Plan.now.flatMap { now -> Plan<KeptWrite> in
                        let new = KeptWrite(
                            id: id, lane: lane, key: key, request: kept, change: change, submitted: now)
                        return changeWrite(id, at: now) { $0 ?? new }.flatMap { known -> Plan<KeptWrite> in
                            known.map { .value($0) } ?? lasting(new, at: now)
                        }
                    }
                }
            }
        }
    }

    /// Fails if a new write ends with the program. Then it is removed, so it isn't sent.
    private func lasting(_ new: KeptWrite, at now: Date) -> Plan<KeptWrite> {
        Plan.lasts(name(of: new.id), showing: Self.shown).continuing { outcome -> Plan<KeptWrite> in
            guard case .failure(let error) = outcome else { return .value(new) }
            let removal = changeWrite(new.id, at: now) { $0?.key == new.key ? nil : $0 }
            return removal.flatMap { _ -> Plan<KeptWrite> in throw error }
        }
    }

    /// Appends a write to its lane, and the lane to the list of lanes.
    private func referring(to id: String, in lane: String) -> Plan<Void> {
        let queue = queue(lane)
        return queue.head.flatMap { head -> Plan<Void> in
            let listing = head.isListed ? Plan<Void>.value(()) : lanes.append(lane)
            return listing.flatMap { queue.append(id, isListed: true) }
        }
    }

    /// Returns the request as it would be sent, but for policies: with an absolute URL, and what the resource accepts.
    private static func request<Value>(of resource: Resource<Value>) -> Plan<Request> {
        let catching = Policy(named: "kept by an outbox") { request, _ in throw CaughtRequest(request: request) }
        return resource.applying(catching).plan.continuing { outcome -> Plan<Request> in
            switch outcome {
            case .failure(let caught as CaughtRequest): return .value(caught.request)
            case .failure(let error): return .failure(error)
            case .success: return .failure(OutboxError(.body, "the resource has sent its request by itself"))
            }
        }
    }

    private struct CaughtRequest: Error {
        let request: Request
    }

    /// Returns the idempotency key of a request, or draws one: a version 4 UUID (RFC 9562, section 5.4).
    private static func key(for request: Request) -> Plan<String> {
        if let key = request.headerFields[KeptWrite.keyField] { return .value(key) }
        return Plan.random.flatMap { first -> Plan<String> in
            Plan.random.map { second -> String in
                let numbers: [UInt64] = [first & ~0xF000 | 0x4000, second & ~(0b11 << 62) | 0b10 << 62]
                var bytes: [UInt8] = []
                for number in numbers { withUnsafeBytes(of: number.bigEndian) { bytes += $0 } }
                return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)).uuidString.lowercased() }
            }
        }
    }
}
