/// A command that a plan gives to its interpreter. Each kind of effect has its own type.
///
/// To add a kind, add a file with its command, and a method to ``Interpreter`` and to each of its implementations. What
/// watches, keeps or repeats loads receives its ``effectName`` and ``told(_:)``, and needs no change.
package protocol Command<Outcome> {
    /// The type of the outcome.
    associatedtype Outcome
    /// The command on one line, without secrets.
    var text: String { get }
    /// Has an interpreter carry out the command with the method for its kind.
    func performed<Performer: Interpreter>(
        by interpreter: Performer, then next: Next<Outcome, Performer.Value>
    ) -> Performer.Answer
    /// What it asks for, for observers; nil if they don't see it, or if the interpreter tells them.
    var effectName: EffectName? { get }
    /// Returns an outcome in the form for observers.
    func told(_ outcome: Outcome) -> EffectOutcome
    /// The request that is sent, if the command sends one.
    var request: Request? { get }
    /// Whether the command holds plans.
    static var holdsPlans: Bool { get }
    /// The depth of the plans that the command holds.
    var depth: UInt8 { get }
    /// Moves the plans that the command holds into a list of links, which is freed in a loop.
    mutating func takeLinks(into links: inout [Link])
}

extension Command {
    /// Nil, the default for commands that observers don't see.
    package var effectName: EffectName? { nil }
    /// That it is done, the default for commands whose outcome isn't kept.
    package func told(_ outcome: Outcome) -> EffectOutcome { .done }
    /// Nil, the default for commands that send no request.
    package var request: Request? { nil }
    /// False, the default for commands that hold no plans.
    package static var holdsPlans: Bool { false }
    /// Zero, the default for commands that hold no plans.
    package var depth: UInt8 { 0 }
    /// Does nothing, the default for commands that hold no plans.
    package mutating func takeLinks(into links: inout [Link]) {}
}

/// A type that carries out the effects of a plan, with one method for each kind.
///
/// The outcome of an effect goes to the continuation. What an interpreter does with the resulting plan is up to it:
/// `DryRun` continues with it at its next turn, a Webservice at once or after a wait.
package protocol Interpreter<Value> {
    /// The type of the plan's value.
    associatedtype Value
    /// The type that the methods return.
    associatedtype Answer

    /// Continues with a plan without carrying out an effect.
    func resume(with plan: Plan<Value>) -> Answer
    /// Sends a request through everything that applies to requests: policies, redirects, sharing.
    func send(_ submission: SendThroughPolicies, then next: Next<Response, Value>) -> Answer
    /// Exchanges a request for its response, as the last step of sending it.
    func exchange(_ request: Request, then next: Next<Response, Value>) -> Answer
    /// Carries out a plan whose requests pass through an additional layer.
    func surround<Inner>(_ surrounded: Layered<Inner>, then next: Next<Inner, Value>) -> Answer
    /// Waits for a duration.
    func wait(for duration: Duration, then next: Next<Void, Value>) -> Answer
    /// Tells the time.
    func tellTime(then next: Next<Date, Value>) -> Answer
    /// Draws a random number from all 64-bit numbers. One that secrets are made of isn't recorded.
    func drawNumber(isSecret: Bool, then next: Next<UInt64, Value>) -> Answer
    /// Asks for a value that only code outside knows.
    func ask<Asked: Sendable>(_ question: Question<Asked>, then next: Next<Asked, Value>) -> Answer
    /// Reads an entry of the store.
    func read(_ name: EntryName, then next: Next<StoreEntry?, Value>) -> Answer
    /// Changes an entry of the store. The outcome is the entry before the change.
    func update(_ updating: Updating, then next: Next<StoreEntry?, Value>) -> Answer
    /// Reads or changes cached responses. The outcome is the entry that was there; nil for a removal.
    func access(_ access: CacheAccess, then next: Next<CacheEntry?, Value>) -> Answer
    /// Runs a plan under a key, or joins the run that is under way with that key.
    func share<Inner>(_ sharing: Sharing<Inner>, then next: Next<Inner, Value>) -> Answer
    /// Begins a run under a key unless there is one, and doesn't wait for it.
    func begin<Inner>(_ sharing: Sharing<Inner>, then next: Next<Void, Value>) -> Answer
    /// Runs a plan as soon as it gets a permit under a key.
    func limit<Inner>(_ limiting: Limiting<Inner>, then next: Next<Inner, Value>) -> Answer
    /// Reports a policy's decision to the observers of a load.
    func note(_ decision: LoadDecision, then next: Next<Void, Value>) -> Answer
    /// Carries out two plans at once.
    func both<Left, Right>(_ both: Both<Left, Right>, then next: Next<(Left, Right), Value>) -> Answer
    /// Carries out any number of plans at once, up to a limit.
    func each<Element>(_ each: Each<Element>, then next: Next<[Element], Value>) -> Answer
    /// Carries out several plans at once until one of them wins.
    func race<Element>(_ race: Race<Element>, then next: Next<Element, Value>) -> Answer
    /// Counts what other loads have under way.
    func count(_ counted: Underway, then next: Next<Int, Value>) -> Answer
}
