import Resourceful
import ResourcefulDisk
import ResourcefulOutbox

/// Submits comments, and sends what waits: this is all that a program does that may be killed at any time.
struct CommentWriter {
    static let texts = ["First!", "Great guest.", "At 12:30 you say…", "More of this.", "See you.", "P.S. Thank you."]

    let serverURL: URL
    let folder: URL

    func run() async throws {
        let webservice = Webservice(baseURL: serverURL, store: FolderStore(at: folder))
        var rule = OutboxRule()
        rule.retry.waits = .constant(.milliseconds(100))
        rule.lease = .seconds(1)
        let outbox = webservice.outbox(Outbox(rule))
        for (number, text) in Self.texts.enumerated() {
            let comment = Resource<Void>("comments", method: .post, body: .json(Comment(author: "Ada", text: text)))
            // A process that was killed doesn't know how far it was: what is submitted already stays as it is.
            _ = try await outbox.submit(comment, as: "comment \(number)", in: "episode 30")
        }
        try await outbox.send()
    }
}
