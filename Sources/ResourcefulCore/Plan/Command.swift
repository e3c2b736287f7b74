#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// What a plan can ask of an interpreter: one value for each kind of effect.
///
/// A new kind is a new file with a command, and one method in ``Interpreter`` and in each of those.
package protocol Command<Outcome> {
    /// What comes of it.
    associatedtype Outcome
    /// What is asked for, on one line, without secrets.
    var text: String { get }
    /// Has an interpreter carry it out, by the method that is for it.
    func performed<Performer: Interpreter>(
        by interpreter: Performer, then next: Next<Outcome, Performer.Value>
    ) -> Performer.Answer
    /// The request that is sent, if it is one.
    var request: Request? { get }
    /// Whether it holds plans.
    static var holdsPlans: Bool { get }
    /// How deep they are.
    var depth: UInt8 { get }
    /// Moves the plans that it holds into a list of links, to be freed in a loop.
    mutating func takeLinks(into links: inout [Link])
}

extension Command {
    /// It is none, unless it says so.
    package var request: Request? { nil }
    /// It holds none, unless it says so.
    package static var holdsPlans: Bool { false }
    /// It holds none.
    package var depth: UInt8 { 0 }
    /// There is nothing to move.
    package mutating func takeLinks(into links: inout [Link]) {}
}

/// Carries the effects of a plan out: one method for each.
///
/// What comes of an effect goes to the continuation, and what an interpreter does with the plan that follows is its own
/// affair: `DryRun` takes it up at its next turn, a Webservice at once, or after having waited.
package protocol Interpreter<Value> {
    /// What the plan comes to.
    associatedtype Value
    /// What a method gives back.
    associatedtype Answer

    /// Goes on with a plan: nothing is asked.
    func goOn(with plan: Plan<Value>) -> Answer
    /// Sends a request through all that is done to requests: policies, redirects, sharing.
    func send(_ submission: Submission, then next: Next<Response, Value>) -> Answer
    /// Exchanges a request for its response: the end of that way.
    func exchange(_ request: Request, then next: Next<Response, Value>) -> Answer
    /// Carries a plan out, what it sends passing through more than before.
    func surround<Inner>(_ surrounded: Surrounded<Inner>, then next: Next<Inner, Value>) -> Answer
    /// Lets a duration pass.
    func wait(for duration: Duration, then next: Next<Void, Value>) -> Answer
    /// Tells the time.
    func tellTime(then next: Next<Date, Value>) -> Answer
    /// Draws one of all 64-bit numbers.
    func drawNumber(then next: Next<UInt64, Value>) -> Answer
    /// Asks those outside for what only they know.
    func ask<Asked: Sendable>(_ question: Question<Asked>, then next: Next<Asked, Value>) -> Answer
    /// Looks an entry of the store up.
    func read(_ name: String, then next: Next<StoreEntry?, Value>) -> Answer
    /// Changes an entry of the store, and tells what it was before.
    func update(_ updating: Updating, then next: Next<StoreEntry?, Value>) -> Answer
    /// Reads or changes what is cached, and tells what was there.
    func access(_ access: CacheAccess, then next: Next<CacheEntry?, Value>) -> Answer
    /// Runs a plan under a key, or joins the run of that key that is under way.
    func share<Inner>(_ sharing: Sharing<Inner>, then next: Next<Inner, Value>) -> Answer
    /// Begins a run under a key unless there is one, and doesn't wait for it.
    func begin<Inner>(_ sharing: Sharing<Inner>, then next: Next<Void, Value>) -> Answer
    /// Runs a plan as soon as there is room under a key.
    func limit<Inner>(_ limiting: Limiting<Inner>, then next: Next<Inner, Value>) -> Answer
    /// Tells the watchers of a load what a policy decided.
    func note(_ decision: LoadDecision, then next: Next<Void, Value>) -> Answer
    /// Does two plans at once.
    func both<Left, Right>(_ both: Both<Left, Right>, then next: Next<(Left, Right), Value>) -> Answer
    /// Does any number of plans at once, so many at a time.
    func each<Element>(_ each: Each<Element>, then next: Next<[Element], Value>) -> Answer
}
