import Foundation
import Resourceful
import ResourcefulStreams
import ResourcefulTesting
import Testing

// The recipe for the event stream of a language model, word for word, compiled and run.
struct ChatQuestion: Encodable, Sendable {
    var model = "small"
    var messages: [[String: String]]
    var stream = true
}

struct ChatPiece: Decodable, Sendable {
    struct Choice: Decodable, Sendable {
        let delta: Delta
    }

    struct Delta: Decodable, Sendable {
        let content: String?
    }

    let choices: [Choice]
}

struct ChatError: Error, Decodable, Equatable, Sendable {
    let message: String
}

enum Chat {
    static func answer(to text: String) -> StreamResource<String> {
        let messages = [["role": "user", "content": text]]
        let request = Request("v1/chat/completions")
            .posting(ChatQuestion(messages: messages))
        return StreamResource<ServerSentEvent>(events: request)
            .failing { response in
                try JSON(parsing: response.body).error.decode(ChatError.self)
            }
            .prefix { $0.data != "[DONE]" }
            .decoded(as: ChatPiece.self)
            .compactMap { piece in piece.choices.first?.delta.content }
    }
}

@Suite(.permit) struct ChatTests {
    nonisolated private static let reply = """
        data: {"id":"c1","object":"chat.completion.chunk","choices":[{"index":0,"delta":{"role":"assistant"}}]}

        data: {"id":"c1","object":"chat.completion.chunk","choices":[{"index":0,"delta":{"content":"Plans "}}]}

        : keep-alive

        data: {"id":"c1","object":"chat.completion.chunk","choices":[{"index":0,"delta":{"content":"are välues."}}]}

        data: {"id":"c1","choices":[{"index":0,"delta":{},"finish_reason":"stop"}],"usage":null}

        data: {"id":"c1","choices":[],"usage":{"total_tokens":12}}

        data: [DONE]

        """

    @Test func `the pieces of an answer are joined, however its bytes are split`() async throws {
        let pieces = try Chat.answer(to: "What are plans?").elements(in: Self.reply.utf8.map { Data([$0]) })
        #expect(pieces == ["Plans ", "are välues."])

        let server = try LoopbackServer(answering: { _ in
            .chunked(
                Response(headerFields: ["Content-Type": "text/event-stream"], body: Data(Self.reply.utf8)),
                chunkSize: 7)
        })
        defer { server.stop() }
        let webservice = Webservice(baseURL: server.baseURL)
        var shown: [String] = []
        func show(_ text: String) { shown.append(text) }
        let question = "What are plans?"

        var text = ""
        for try await piece in webservice.stream(of: Chat.answer(to: question)) {
            text += piece
            show(text)
        }

        #expect(shown == ["Plans ", "Plans are välues."])
        let sent = try #require(server.requests.first)
        #expect(sent.method == .post && sent.url.path == "/v1/chat/completions")
        let body = try JSON(parsing: sent.body?.data ?? Data())
        #expect(try body.stream.bool && body.messages[0].content.string == "What are plans?")
    }

    @Test func `an error of the service is thrown before the first piece`() throws {
        var run = DryRun { _ in
            Response(status: 429, body: Data(#"{"error": {"message": "Quota exceeded", "code": "quota"}}"#.utf8))
        }
        var chat = Chat.answer(to: "")
        chat.request.url = URL(string: "https://llm.example.org/v1/chat/completions")!
        #expect(throws: ChatError(message: "Quota exceeded")) { try run.elements(of: chat) }
    }
}
