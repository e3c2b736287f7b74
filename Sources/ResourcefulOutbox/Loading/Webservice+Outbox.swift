extension Webservice {
    /// The writes of this Webservice that are kept in its store, with the standard rule.
    ///
    ///     for try await item in webservice.outbox { print(item) }
    public var outbox: WebserviceOutbox { outbox(Outbox()) }

    /// The writes of this Webservice in an outbox with its own name or rule.
    public func outbox(_ outbox: Outbox) -> WebserviceOutbox { WebserviceOutbox(webservice: self, plans: outbox) }

    /// Keeps a write in the store, and begins to send it. Returns when it is kept, before it is sent.
    ///
    ///     let order = try await webservice.submit(Order.create(cart), as: "order-7", in: "cart-7")
    ///     let confirmation = try await order.value
    ///
    /// The write isn't lost if the program ends: call ``WebserviceOutbox/send()`` when it begins. How long the store
    /// keeps its entries is up to the store: give the Webservice a `FolderStore`, or one that several machines share.
    ///
    /// - Parameters:
    ///   - resource: The resource whose request is sent, and which reads the answer. Only its method, its URL, its
    ///     fields, its body and its timeout are kept.
    ///   - id: The identifier of the write. Submitting it again returns the same submission, also in a later process.
    ///   - lane: The lane. Writes of a lane are sent one after the other, in the order they were submitted.
    ///   - change: What the write changes on the screen before it is answered: see ``OutboxChange``.
    /// - Throws: ``OutboxError`` if the request carries a secret, or if its body or the write itself can't be kept, for
    ///   example because the disk is full; `LoadError` if the request is invalid; an `EncodingError` if the change
    ///   can't be kept.
    public func submit<Value>(
        _ resource: Resource<Value>, as id: String, in lane: String = "",
        showing change: (any Encodable & Sendable)? = nil
    ) async throws -> Submission<Value> {
        try await outbox.submit(resource, as: id, in: lane, showing: change)
    }
}

/// A write that is kept.
public struct Submission<Value>: Sendable {
    /// The identifier of the write.
    public let id: String
    private let resource: Resource<Value>
    private let outbox: WebserviceOutbox

    fileprivate init(_ id: String, _ resource: Resource<Value>, _ outbox: WebserviceOutbox) {
        (self.id, self.resource, self.outbox) = (id, resource, outbox)
    }

    /// The value of the answer. Waits until there is one; a canceled task only ends the wait.
    ///
    /// - Throws: What a load of the resource throws, if the server has refused the write; ``OutboxError`` if no server
    ///   has, if the write was dropped, or if it can't be read.
    public var value: Value {
        get async throws { try await outbox.webservice.load(outbox.plans.answer(to: resource, as: id)) }
    }
}

/// The outbox of a Webservice: a sequence of its writes, and what a person can do with them.
///
/// Its writes are sent with the policies and the credentials of the Webservice. Each account has an outbox of its own
/// (`Webservice.account(_:)`), so what one user has submitted is never sent for another.
public struct WebserviceOutbox: AsyncSequence, Sendable {
    let webservice: Webservice
    let plans: Outbox

    /// Keeps a write, and begins to send it: see `Webservice.submit(_:as:in:showing:)`.
    public func submit<Value>(
        _ resource: Resource<Value>, as id: String, in lane: String = "",
        showing change: (any Encodable & Sendable)? = nil
    ) async throws -> Submission<Value> {
        defer { Wakeup.send() }
        try await webservice.load(
            plans.keeping(resource, as: id, in: lane, showing: change).flatMap { plans.beginning(lane, after: id) })
        return Submission(id, resource, self)
    }

    /// Sends what waits, until nothing waits that can be sent now. Call it when the program begins, and when it is
    /// online again: each write is tried at once, also one whose next attempt would be later.
    ///
    /// - Throws: `CancellationError`.
    public func send() async throws {
        try await webservice.load(
            plans.usedLanes.flatMap { lanes -> Plan<Void> in
                Plan.all(lanes.map { plans.sendingNow($0) }).map { _ in }
            })
    }

    /// Lets a refused write wait again, and begins to send it. Returns whether there is such a write.
    @discardableResult
    public func retry(_ id: String) async throws -> Bool {
        defer { Wakeup.send() }
        return try await webservice.load(
            plans.retrying(id).flatMap { waits -> Plan<Bool> in resuming(id).map { waits } })
    }

    /// Moves a write before another one of its lane, if both wait. Returns whether they do.
    @discardableResult
    public func move(_ id: String, before other: String) async throws -> Bool {
        defer { Wakeup.send() }
        return try await webservice.load(plans.moving(id, before: other))
    }

    /// Removes a write, unless it is being sent, and begins to send what is behind it. Returns whether it is removed.
    @discardableResult
    public func drop(_ id: String) async throws -> Bool {
        defer { Wakeup.send() }
        return try await webservice.load(
            plans.item(id).flatMap { item -> Plan<Bool> in
                plans.dropping(id).flatMap { isDropped -> Plan<Bool> in
                    plans.beginning(item?.lane ?? "", after: id).map { isDropped }
                }
            })
    }

    private func resuming(_ id: String) -> Plan<Void> {
        plans.item(id).flatMap { item -> Plan<Void> in
            guard let item else { return .value(()) }
            return plans.beginning(item.lane, after: id)
        }
    }

    /// Creates the iterator of a loop over the writes, lane by lane, in the order they are sent. It reads them one by
    /// one, and ends with the last one that is there.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(webservice: webservice, walk: OutboxWalk(outbox: plans))
    }

    /// The iterator of one loop over the writes.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let webservice: Webservice
        fileprivate var walk: OutboxWalk?

        /// Returns the next write; nil at the end.
        ///
        /// - Throws: `CancellationError`.
        public mutating func next() async throws -> OutboxItem? {
            guard let walk else { return nil }
            let step: OutboxWalk.Step? = try await webservice.load(walk.next)
            self.walk = step?.rest
            return step?.item
        }
    }
}
