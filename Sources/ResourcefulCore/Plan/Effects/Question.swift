/// A question that only code outside a plan can answer: an ID token of a sign-in SDK, a keychain item, a setting.
///
///     extension Question<String> {
///         static let idToken = Question("ID token")
///     }
///
///     let plan = Plan.ask(.idToken).flatMap { token in Episode.all.header("X-ID-Token", token) }
///
///     var run = DryRun(baseURL: api, podcast)
///     run.answer(.idToken) { "token-1" }
///
/// A question is identified by its name and the type of its answer.
public struct Question<Answer: Sendable>: Hashable, Sendable, CustomStringConvertible {
    /// The name. It is printed, so it must not contain a secret.
    public let name: String

    /// Creates a question with a name.
    public init(_ name: String) { self.name = name }

    /// The name.
    public var description: String { name }
}

/// The identity of a question, whatever the type of its answer.
package struct QuestionKey: Hashable, Sendable {
    private let name: String
    private let type: ObjectIdentifier

    /// Creates the identity of a question.
    package init<Answer>(_ question: Question<Answer>) {
        name = question.name
        type = ObjectIdentifier(Answer.self)
    }
}

/// The error of a question that has no answer.
public struct UnansweredQuestion: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name of the question.
    public let name: String

    /// Creates the error of a question that has no answer.
    package init<Answer>(_ question: Question<Answer>) { name = question.name }

    /// The question, and where to provide an answer.
    public var description: String {
        "no answer to the question \(name); pass one to the Webservice or the dry run"
    }
}

/// A command that asks a question.
private struct Asked<Answer: Sendable>: Command {
    typealias Outcome = Answer
    let question: Question<Answer>

    var text: String { "ask for \(question)" }

    // The answer may have any type, and isn't kept.
    var effectName: EffectName? { EffectName("ask", .text(question.name)) }

    func performed<Performer: Interpreter>(
        by interpreter: Performer, then next: Next<Answer, Performer.Value>
    ) -> Performer.Answer {
        interpreter.ask(question, then: next)
    }
}

extension Plan where Value: Sendable {
    /// Asks for a value that only code outside the plan knows: see ``Question``.
    ///
    /// The plan fails with the error that this code throws, or with ``UnansweredQuestion`` if there is no answer.
    public static func ask(_ question: Question<Value>) -> Plan { Plan(Asked(question: question)) }
}
