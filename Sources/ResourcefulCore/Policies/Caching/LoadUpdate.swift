/// A value, where it came from and how old it is: one of those that `Webservice.updates(of:)` gives.
public struct LoadUpdate<Value> {
    /// The value.
    public let value: Value
    /// Where it came from and how old it is.
    public let status: CacheStatus
    /// The response that it was read from.
    package let response: Response
}

extension LoadUpdate: Sendable where Value: Sendable {}

/// What a look at the store comes to.
package enum Stored<Value> {
    /// Nothing is stored.
    case nothing
    /// What is stored can't be read.
    case unreadable
    /// A value.
    case update(LoadUpdate<Value>)

    /// The value, if there is one.
    package var value: LoadUpdate<Value>? { if case .update(let update) = self { update } else { nil } }
}

extension Resource {
    /// What is stored, however old, without asking the server.
    package var stored: Plan<Stored<Value>> {
        guard request[OwnCacheMode.self] != .never else { return Plan<Void>.value(()).map { .nothing } }
        // Any response will do: that there is nothing is no failure.
        let whole = onlyIfCached().replacing(Reading { $0 }).validating(.any)
        return whole.plan.map { response in
            guard let status = response.cacheStatus else { return .nothing }
            guard let value = try? value(from: response) else { return .unreadable }
            return .update(LoadUpdate(value: value, status: status, response: response))
        }
    }

    /// What there is to give after what was stored: the value that the server has by now; nil when that is nothing new.
    package func update(after stored: Stored<Value>) -> Plan<LoadUpdate<Value>?> {
        switch stored {
        case .nothing: withStatus(self).map { $0 }
        // Kept by an older version of the program, say: to be served the same once more would not help.
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

/// The name of ``LoadUpdate`` in the version before.
@available(*, deprecated, renamed: "LoadUpdate")
public typealias Update<Value> = LoadUpdate<Value>
