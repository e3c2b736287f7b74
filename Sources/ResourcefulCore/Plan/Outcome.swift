extension Plan {
    /// The outcome of doing nothing.
    public static func value(_ value: Value) -> Plan where Value: Sendable { .outcome(.success(value)) }

    /// The outcome of failing at once.
    public static func failure(_ error: any Error) -> Plan { Plan(.failure(error)) }

    /// A plan that has come to its outcome.
    package static func outcome(_ result: Result<Value, any Error>) -> Plan {
        switch result {
        case .success(let value): Plan(.value(Boxed(value)))
        case .failure(let error): Plan(.failure(error))
        }
    }

    /// The outcome, when the plan has come to it.
    package var result: Result<Value, any Error>? {
        switch head {
        case .value(let value): .success(value.content)
        case .failure(let error): .failure(error)
        case .effect: nil
        }
    }
}
