/// The secrets in the response to a request, computed when the response is printed.
struct AnswerSecrets: TextMask, CustomReflectable {
    /// The secrets of the request as it was written, and as it was sent after policies changed it.
    private let written: SentSecrets
    private let sent: SentSecrets?

    init(_ request: Request, _ sent: SentSecrets?) {
        written = SentSecrets(request)
        self.sent = sent
    }

    var redaction: Redaction { .standard.hiding(written).hiding(sent) }

    var mark: String { Redaction.mark }

    /// The names of the secrets, without their values.
    private var names: Redaction { .standard.including(written.own).including(sent?.own) }

    func hides(valueOf key: String) -> Bool { names.hides(valueOf: key) }

    func hides(valueNamed name: String, under key: String) -> Bool { names.hides(valueNamed: name, under: key) }

    func isOfValues(_ key: String) -> Bool { names.isOfValues(key) }

    func masked(_ bytes: [UInt8]) -> [UInt8] { redaction.masked(bytes) }

    /// The values of the secrets, without their names.
    var echoes: some TextMask { Echoes(answer: self) }

    private struct Echoes: TextMask {
        let answer: AnswerSecrets

        var mark: String { answer.mark }

        func hides(valueOf key: String) -> Bool { false }

        func masked(_ bytes: [UInt8]) -> [UInt8] { answer.redaction.masked(echoesIn: bytes) }
    }

    var customMirror: Mirror { Mirror(self, children: []) }
}
