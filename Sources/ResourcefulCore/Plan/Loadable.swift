/// A resource or a plan, which can be loaded.
public protocol Loadable<Value>: Sendable {
    /// The type of the value that is loaded.
    associatedtype Value
    /// The plan that leads to the value.
    var plan: Plan<Value> { get }
}

extension Loadable {
    /// Loads this, then what `next` returns for its value. An error ends the plan, and so does an error that `next`
    /// throws.
    ///
    /// Associative: `a.flatMap(f).flatMap(g)` does the same as `a.flatMap { f($0).flatMap(g) }`.
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

    /// Loads this and, if it fails, what `next` returns for the error. Cancellation isn't an error and ends the plan.
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

    /// Loads this and, if it fails, uses a replacement value. Cancellation isn't an error and ends the plan.
    ///
    ///     Episode.all.recover { _ in [] }
    public func recover(_ replacement: @escaping @Sendable (any Error) throws -> Value) -> Plan<Value> {
        recover { error in Plan<Value>(.value(Boxed(try replacement(error)))) }
    }

    /// Loads this and, if it fails, uses nil or a replacement value. Cancellation isn't an error and ends the plan.
    ///
    ///     Episode.find(id).recover { _ in nil }     // Plan<Episode?>
    @_disfavoredOverload
    public func recover(_ replacement: @escaping @Sendable (any Error) throws -> Value?) -> Plan<Value?> {
        plan.map { Optional($0) }.recover { error in Plan<Value?>(.value(Boxed(try replacement(error)))) }
    }
}

extension Plan {
    /// Returns a plan with the value transformed. If the transform throws, the plan fails with that error.
    ///
    /// `plan.map { $0 }` does the same as the plan, and `plan.map(f).map(g)` does the same as `plan.map { g(f($0)) }`.
    public func map<New>(_ transform: @escaping @Sendable (Value) throws -> New) -> Plan<New> {
        continuing(
            Next(onlyTransforms: true) { outcome in
                do {
                    return Plan<New>(.value(Boxed(try transform(try outcome.get()))))
                } catch {
                    return .failure(error)
                }
            })
    }

    /// Returns the plan that a function makes, or the failure with the error that it throws.
    package static func catching(_ make: () throws -> some Loadable<Value>) -> Plan {
        do {
            return try make().plan
        } catch {
            return .failure(error)
        }
    }
}
