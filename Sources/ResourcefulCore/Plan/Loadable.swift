/// What can be loaded: a resource or a plan.
public protocol Loadable<Value>: Sendable {
    /// What comes of loading it.
    associatedtype Value
    /// What is to be done to come to the value.
    var plan: Plan<Value> { get }
}

extension Loadable {
    /// Loads this, then what follows from its value. An error ends the plan; what `next` throws does, too.
    ///
    /// Associative: `a.flatMap(f).flatMap(g)` does what `a.flatMap { f($0).flatMap(g) }` does.
    public func flatMap<New, Following: Loadable<New>>(
        _ next: @escaping @Sendable (Value) throws -> Following
    ) -> Plan<New> {
        plan.continuing { outcome in
            switch outcome {
            case .success(let value): Plan.catching { try next(value) }
            case .failure(let error): .failure(error)
            }
        }
    }

    /// Loads this, and when it fails what follows from the error. Cancellation is no error and ends the plan.
    public func recover<Following: Loadable<Value>>(
        _ next: @escaping @Sendable (any Error) throws -> Following
    ) -> Plan<Value> {
        plan.continuing { outcome in
            switch outcome {
            case .success(let value): Plan(.value(Boxed(value)))
            case .failure(let error as CancellationError): .failure(error)
            case .failure(let error): Plan.catching { try next(error) }
            }
        }
    }

    /// Loads this, and when it fails takes a value in its place. Cancellation is no error and ends the plan.
    ///
    ///     Episode.all.recover { _ in [] }
    public func recover(_ replacement: @escaping @Sendable (any Error) throws -> Value) -> Plan<Value> {
        recover { error in Plan<Value>(.value(Boxed(try replacement(error)))) }
    }

    /// Loads this, and when it fails takes nil, or a value in its place. Cancellation is no error and ends the plan.
    ///
    ///     Episode.find(id).recover { _ in nil }     // Plan<Episode?>
    @_disfavoredOverload
    public func recover(_ replacement: @escaping @Sendable (any Error) throws -> Value?) -> Plan<Value?> {
        plan.map { Optional($0) }.recover { error in Plan<Value?>(.value(Boxed(try replacement(error)))) }
    }
}

extension Plan {
    /// The same plan, its value transformed; an error that is thrown is the plan's.
    ///
    /// `plan.map { $0 }` does what the plan does, and `plan.map(f).map(g)` what `plan.map { g(f($0)) }` does.
    public func map<New>(_ transform: @escaping @Sendable (Value) throws -> New) -> Plan<New> {
        continuing(
            Next(isLast: true) { outcome in
                do {
                    return Plan<New>(.value(Boxed(try transform(try outcome.get()))))
                } catch {
                    return .failure(error)
                }
            })
    }

    /// The plan of what a function makes, or of the error that it throws.
    static func catching(_ make: () throws -> some Loadable<Value>) -> Plan {
        do {
            return try make().plan
        } catch {
            return .failure(error)
        }
    }
}
