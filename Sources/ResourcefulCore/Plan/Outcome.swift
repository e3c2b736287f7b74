extension Plan {
    /// Returns a plan that has a value without doing anything.
    public static func value(_ value: Value) -> Plan where Value: Sendable { .outcome(.success(value)) }

    /// Returns a plan that fails at once.
    public static func failure(_ error: any Error) -> Plan { Plan(.failure(error)) }

    /// Returns a plan that has its outcome already.
    public static func outcome(_ result: Result<Value, any Error>) -> Plan {
        switch result {
        case .success(let value): Plan(.value(Boxed(value)))
        case .failure(let error): Plan(.failure(error))
        }
    }

    /// The outcome, if the plan has it already.
    package var result: Result<Value, any Error>? {
        switch head {
        case .value(let value): .success(value.content)
        case .failure(let error): .failure(error)
        case .effect: nil
        }
    }
}
