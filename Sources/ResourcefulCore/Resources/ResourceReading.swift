/// A continuation that reads the response of a load as its resource does.
final class ResourceReading<Value>: Continuation<Response, Value> {
    private let resource: Resource<Value>

    init(_ resource: Resource<Value>) {
        self.resource = resource
        super.init(above: 0)
    }

    override var onlyTransforms: Bool { true }
    override var judge: (any ResourceReader)? { ResourceJudge(resource) }

    override func plan(from outcome: Result<Response, any Error>) -> Plan<Value> {
        do {
            let response = try outcome.get()
            if let judgement = response.judgement, let known = judgement as? ResourceJudgement<Value> {
                return known.outcome
            }
            return Plan(.value(Boxed(try resource.value(from: response))))
        } catch {
            return .failure(error)
        }
    }
}

private final class ResourceJudge<Value>: ResourceReader {
    private let resource: Resource<Value>

    init(_ resource: Resource<Value>) { self.resource = resource }

    func inside(_ envelope: Envelope) -> any ResourceReader {
        resource.usesServiceEnvelope ? ResourceJudge(resource.inside(envelope)) : self
    }

    func judgement(on response: Response) -> any ReadResult {
        do {
            return ResourceJudgement<Value>(self, outcome: Plan(.value(Boxed(try resource.read(response)))))
        } catch let declared as DeclaredFailure {
            return ResourceJudgement<Value>(
                self, outcome: .failure(declared.error), error: declared.error, cause: declared.serviceError)
        } catch {
            return ResourceJudgement<Value>(self, outcome: .failure(error), error: error)
        }
    }
}

/// The value or error that a resource has read from a response, as a plan that has its outcome.
private final class ResourceJudgement<Value>: ReadResult {
    let judge: any ResponseReader
    let outcome: Plan<Value>
    let error: (any Error)?
    let cause: (any Error)?

    init(
        _ judge: any ResponseReader, outcome: Plan<Value>, error: (any Error)? = nil, cause: (any Error)? = nil
    ) {
        self.judge = judge
        self.outcome = outcome
        self.error = error
        self.cause = cause
    }
}
