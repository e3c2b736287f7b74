public import ResourcefulCore

/// How a question of plans is answered: by an async function.
///
///     let webservice = Webservice(answers: [.to(.idToken) { try await signIn.idToken() }])
public struct Answer: Sendable {
    let key: QuestionKey
    let function: any AnswerFunction

    /// The answer to a question, given anew each time that a plan asks. What the function throws is the plan's failure;
    /// it is called in the task of the load, and has to end when that is canceled.
    public static func to<Value: Sendable>(
        _ question: Question<Value>, _ answer: @escaping @Sendable () async throws -> Value
    ) -> Answer {
        Answer(key: QuestionKey(question), function: TypedAnswer(answer: answer))
    }
}

/// An answer of some type.
protocol AnswerFunction: AnyObject, Sendable {}

private final class TypedAnswer<Value: Sendable>: AnswerFunction {
    let answer: @Sendable () async throws -> Value

    init(answer: @escaping @Sendable () async throws -> Value) { self.answer = answer }
}

/// The answers to the questions of plans; of several to one question, the last.
struct Answers: Sendable {
    private let functions: [QuestionKey: any AnswerFunction]

    init(_ answers: [Answer]) {
        functions = Dictionary(answers.map { ($0.key, $0.function) }) { $1 }
    }

    func answer<Value: Sendable>(to question: Question<Value>) async -> Result<Value, any Error> {
        // A key says the type, too: an answer that is found by it has no other.
        guard let typed = functions[QuestionKey(question)] as? TypedAnswer<Value> else {
            return .failure(UnansweredQuestion(question))
        }
        do {
            return .success(try await typed.answer())
        } catch {
            return .failure(error)
        }
    }
}
