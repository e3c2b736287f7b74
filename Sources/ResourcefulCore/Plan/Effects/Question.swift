/// What a plan can ask for that only code outside knows: an ID token of a sign-in SDK, a keychain, a setting.
///
///     extension Question<String> {
///         static let idToken = Question("ID token")
///     }
///
///     let plan = Plan.ask(.idToken).flatMap { token in Account.signIn(with: token) }
///
///     let webservice = Webservice(answers: [.to(.idToken) { try await signIn.idToken() }])
///     var run = DryRun { … }
///     run.answer(.idToken) { "token-1" }
///
/// A question is known by its name and by the type of its answer.
public struct Question<Answer: Sendable>: Hashable, Sendable, CustomStringConvertible {
    /// The name. It is printed; it is no place for a secret.
    public let name: String

    /// A question by its name.
    public init(_ name: String) { self.name = name }

    /// The name.
    public var description: String { name }
}

/// What a question is known by, whatever the type of its answer.
package struct QuestionKey: Hashable, Sendable {
    private let name: String
    private let type: ObjectIdentifier

    /// What a question is known by.
    package init<Answer>(_ question: Question<Answer>) {
        name = question.name
        type = ObjectIdentifier(Answer.self)
    }
}

/// Nobody has said how a question is answered.
public struct UnansweredQuestion: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name of the question.
    public let name: String

    /// A question that nobody answers.
    package init<Answer>(_ question: Question<Answer>) { name = question.name }

    /// What was asked, and where to say the answer.
    public var description: String {
        "nobody answers the question \(name): give the Webservice, or the dry run, an answer to it"
    }
}

/// A question, asked.
private struct Asked<Answer: Sendable>: Command {
    typealias Outcome = Answer
    let question: Question<Answer>

    var text: String { "ask for \(question)" }

    func performed<Performer: Interpreter>(
        by interpreter: Performer, then next: Next<Answer, Performer.Value>
    ) -> Performer.Answer {
        interpreter.ask(question, then: next)
    }
}

extension Plan where Value: Sendable {
    /// Asks for a value that only code outside the plan knows: see ``Question``.
    ///
    /// The plan fails with what the code throws, or with an ``UnansweredQuestion`` when nobody answers.
    public static func ask(_ question: Question<Value>) -> Plan { Plan(Asked(question: question)) }
}
