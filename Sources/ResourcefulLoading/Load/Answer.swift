/// An async function that answers a question of plans.
///
///     let webservice = Webservice(
///         baseURL: api, answers: [.to(.idToken) { try await signIn.idToken() }])
public struct Answer: Sendable {
    let key: QuestionKey
    let function: any AnswerFunction

    /// Returns an answer that calls a function each time a plan asks a question. If the function throws, the plan fails
    /// with its error. The function runs in the task of the load, and must end when that is canceled.
    public static func to<Value: Sendable>(
        _ question: Question<Value>, _ answer: @escaping @Sendable () async throws -> Value
    ) -> Answer {
        Answer(key: QuestionKey(question), function: TypedAnswer(answer: answer))
    }
}

/// An answer of any type.
protocol AnswerFunction: AnyObject, Sendable {}

private final class TypedAnswer<Value: Sendable>: AnswerFunction {
    let answer: @Sendable () async throws -> Value

    init(answer: @escaping @Sendable () async throws -> Value) { self.answer = answer }
}

/// The answers to the questions of plans. If a question has several, the last one applies.
struct Answers: Sendable {
    private let functions: [QuestionKey: any AnswerFunction]

    init(_ answers: [Answer]) {
        functions = Dictionary(answers.map { ($0.key, $0.function) }) { $1 }
    }

    func answer<Value: Sendable>(to question: Question<Value>) async -> Result<Value, any Error> {
        // The key includes the type, so the answer that is found has this type.
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
