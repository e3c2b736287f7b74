/// A command that carries out several plans at once until one of them wins.
package struct Race<Element>: Command {
    package typealias Outcome = Element

    /// The plans, in the order in which they start.
    package private(set) var plans: [Plan<Element>]
    /// The rules of the race.
    package let rules: RaceRules

    package var text: String {
        let shown = plans.prefix(3).map(\.description) + (plans.count > 3 ? ["… \(plans.count) in all"] : [])
        return "(\(shown.joined(separator: " | ")))\(rules.text)"
    }

    package static var holdsPlans: Bool { true }

    package var depth: UInt8 { plans.reduce(0) { max($0, $1.link?.depth ?? 0) } }

    package mutating func takeLinks(into links: inout [Link]) {
        for index in plans.indices { plans[index].takeLink(into: &links) }
    }

    package func performed<Performer: Interpreter>(
        by interpreter: Performer, then next: Next<Element, Performer.Value>
    ) -> Performer.Answer {
        interpreter.race(self, then: next)
    }
}

/// Loads several loadables at the same time. The first value is the outcome, and the other loads are canceled.
///
///     let episodes = first(of: mirrors.map { $0.episodes })
///     let quick = first(of: [near, far], staggeredBy: .milliseconds(250))
///
/// A failure doesn't end the race. If all loads fail, the error of the one that failed last is the outcome. The order
/// of the loadables doesn't matter, except that they start in order. Cancellation isn't a failure and ends the race.
///
/// A load that lost has ended when the plan continues: it changes nothing afterwards. A shared run without other
/// waiters is canceled, and may end later. But a request may have reached the server, so race only requests for which
/// that makes no difference. The function is associative, and `first(of: [a])` does the same as `a`.
///
/// - Parameters:
///   - loadables: The loadables. If there are none, the plan fails with a ``RequestError``.
///   - delay: The time before the next load starts while those before it are under way, as in RFC 8305. After a
///     failure, the next one starts at once. Nil, the default, starts all at once.
public func first<Value>(
    of loadables: some Sequence<some Loadable<Value>>, staggeredBy delay: Duration? = nil
) -> Plan<Value> {
    Plan(racing: loadables.map(\.plan), staggeredBy: delay)
}

extension Plan {
    /// Loads several loadables at the same time until there is a value, as the free function `first(of:staggeredBy:)`
    /// does. Use it if another `first` hides that function.
    public static func first(
        of loadables: some Sequence<some Loadable<Value>>, staggeredBy delay: Duration? = nil
    ) -> Plan {
        Plan(racing: loadables.map(\.plan), staggeredBy: delay)
    }

    /// Loads this plan and, if it is under way after a delay, a second one. The first value is the outcome, and the
    /// other plan is canceled. If neither has a value, the outcome is the later failure.
    ///
    /// A plan that fails before the delay isn't followed by the second one, unlike in `first(of:staggeredBy:)`. The
    /// second one can withdraw with ``OutOfRace``.
    public func hedged(after delay: Duration, by second: Plan) -> Plan {
        Plan(Race(plans: [self, second], rules: .hedged(delay)))
    }

    fileprivate init(racing plans: [Plan], staggeredBy delay: Duration?) {
        guard !plans.isEmpty else {
            self = .failure(RequestError("first(of:) got nothing to load"))
            return
        }
        let rules: RaceRules = if let delay { .staggered(delay) } else { .together }
        self.init(Race(plans: plans, rules: rules))
    }
}
