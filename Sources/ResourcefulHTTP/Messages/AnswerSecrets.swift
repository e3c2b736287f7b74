/// What is secret in the answer to a request, worked out when somebody looks.
struct AnswerSecrets: TextMask, CustomReflectable {
    /// What somebody has written, and what policies have made of it.
    private let written: SentSecrets
    private let sent: SentSecrets?

    init(_ request: Request, _ sent: SentSecrets?) {
        written = SentSecrets(request)
        self.sent = sent
    }

    var redaction: Redaction { .standard.hiding(written).hiding(sent) }

    var mark: String { Redaction.mark }

    /// The names of what is secret, and no secrets.
    private var names: Redaction { .standard.including(written.own).including(sent?.own) }

    func hides(valueOf key: String) -> Bool { names.hides(valueOf: key) }

    func hides(valueNamed name: String, under key: String) -> Bool { names.hides(valueNamed: name, under: key) }

    func isOfValues(_ key: String) -> Bool { names.isOfValues(key) }

    func masked(_ bytes: [UInt8]) -> [UInt8] { redaction.masked(bytes) }

    /// The secrets themselves, and no names.
    var echoes: some TextMask { Echoes(answer: self) }

    private struct Echoes: TextMask {
        let answer: AnswerSecrets

        var mark: String { answer.mark }

        func hides(valueOf key: String) -> Bool { false }

        func masked(_ bytes: [UInt8]) -> [UInt8] { answer.redaction.masked(echoesIn: bytes) }
    }

    var customMirror: Mirror { Mirror(self, children: []) }
}
