/// A value of `Webservice.updates(of:)`, with its source and its age.
public struct LoadUpdate<Value> {
    /// The value.
    public let value: Value
    /// The source and the age of the value.
    public let status: CacheStatus
    /// The response that the value was read from.
    package let response: Response
}

extension LoadUpdate: Sendable where Value: Sendable {}

/// The result of looking into the store.
package enum Stored<Value> {
    /// Nothing is stored.
    case nothing
    /// What is stored can't be read.
    case unreadable
    /// The stored value.
    case update(LoadUpdate<Value>)

    /// The value; nil if there is none.
    package var value: LoadUpdate<Value>? { if case .update(let update) = self { update } else { nil } }
}

extension Resource {
    /// Reads the stored value, however old, without asking the server.
    package var stored: Plan<Stored<Value>> {
        guard request[OwnCacheMode.self] != .never else { return Plan<Void>.value(()).map { .nothing } }
        // Any response is accepted: an empty store isn't a failure.
        let whole = onlyIfCached().replacing(Reading { $0 }).validating(.any)
        return whole.plan.map { response in
            guard let status = response.cacheStatus else { return .nothing }
            guard let value = try? value(from: response) else { return .unreadable }
            return .update(LoadUpdate(value: value, status: status, response: response))
        }
    }

    /// Loads the server's value after the stored one; nil if it isn't new.
    package func update(after stored: Stored<Value>) -> Plan<LoadUpdate<Value>?> {
        switch stored {
        case .nothing: withStatus(self).map { $0 }
        // For example, an older version of the program stored it. Serving it again wouldn't help.
        case .unreadable: withStatus(request[OwnCacheMode.self] == nil ? refreshed() : self).map { $0 }
        case .update(let update): self.update(after: update.response)
        }
    }

    private func update(after stored: Response) -> Plan<LoadUpdate<Value>?> {
        guard stored.cacheStatus?.isFresh == false else { return Plan<Void>.value(()).map { nil } }
        let asked = request[OwnCacheMode.self] == nil ? validated() : self
        return withStatus(asked).map { update in
            let isNew = update.status.source == .server && update.response.body != stored.body
            return isNew ? update : nil
        }
    }

    private func withStatus(_ resource: Resource) -> Plan<LoadUpdate<Value>> {
        let reading = reading
        return resource.replacing(
            Reading { response in
                LoadUpdate(
                    value: try reading(response), status: response.cacheStatus ?? CacheStatus(.server),
                    response: response)
            }
        ).plan
    }
}
