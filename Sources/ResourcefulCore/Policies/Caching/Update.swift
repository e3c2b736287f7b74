/// A value, where it came from and how old it is: one of those that `Webservice.updates(of:)` gives.
public struct Update<Value> {
    /// The value.
    public let value: Value
    /// Where it came from and how old it is.
    public let status: CacheStatus
    /// The response that it was read from.
    package let response: Response
}

extension Update: Sendable where Value: Sendable {}

extension Resource {
    /// What is stored, however old, without asking the server; nil when there is nothing, or nothing that can be read.
    package var stored: Plan<Update<Value>?> {
        guard request[OwnCacheMode.self] != .never else { return Plan<Void>.value(()).map { nil } }
        // Any response will do: that there is nothing is no failure.
        let whole = onlyIfCached().replacing(Reading { $0 }).validating(.any)
        return whole.plan.map { response in
            guard let status = response.cacheStatus else { return nil }
            return (try? value(from: response)).map { Update(value: $0, status: status, response: response) }
        }
    }

    /// What there is to give after a response that was stored: the value that the server has by now; nil when that is
    /// nothing new.
    package func update(after stored: Response?) -> Plan<Update<Value>?> {
        guard let stored else { return withStatus(self).map { $0 } }
        guard stored.cacheStatus?.isFresh == false else { return Plan<Void>.value(()).map { nil } }
        let asked = request[OwnCacheMode.self] == nil ? validated() : self
        return withStatus(asked).map { update in
            let isNew = update.status.source == .server && update.response.body != stored.body
            return isNew ? update : nil
        }
    }

    private func withStatus(_ resource: Resource) -> Plan<Update<Value>> {
        let reading = reading
        return resource.replacing(
            Reading { response in
                Update(
                    value: try reading(response), status: response.cacheStatus ?? CacheStatus(.server),
                    response: response)
            }
        ).plan
    }
}
