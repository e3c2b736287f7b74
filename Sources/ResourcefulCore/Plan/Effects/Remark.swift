/// A remark about a request that passes through a policy, for the explanation of a load.
package enum Remark: Hashable, Sendable {
    /// A line: a subject in a few words, and what would be done.
    case line(String, String)
    /// A setting that can have no effect, or not the intended one.
    case warning(String)
    /// The request as a cache sees it.
    case seenByCache(Request)
}

/// A command that makes a remark. Only explanations carry it out.
struct Remarking: Command {
    typealias Outcome = Void
    let remark: Remark

    var text: String { "remark" }

    func performed<Performer: Interpreter>(
        by interpreter: Performer, then next: Next<Void, Performer.Value>
    ) -> Performer.Answer {
        interpreter.remark(remark, then: next)
    }
}

extension Plan where Value == Void {
    /// Makes a remark. It has no effect on a load.
    static func remark(_ remark: Remark) -> Plan { Plan(Remarking(remark: remark)) }
}

extension Interpreter {
    /// Ignores the remark.
    package func remark(_ remark: Remark, then next: Next<Void, Value>) -> Answer { resume(with: next(.success(()))) }
}
