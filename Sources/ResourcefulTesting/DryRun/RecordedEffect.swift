/// An effect in the record of a black box.
struct RecordedEffect {
    /// When it was complete, from the beginning of the load on; negative for a shared run that had begun earlier.
    let time: Duration
    /// The number of the branch.
    let branch: Int
    /// What it asked for; nil for an exchange, which is compared, and for what nothing asks for.
    let key: Key?
    let kind: Kind

    enum Kind {
        /// An effect, and what came of it.
        case effect(EffectOutcome)
        /// An exchange, by its number in the recording.
        case exchange(Int, way: Way, isCanceled: Bool)
        /// The end of a shared run, by its number, and whether the branch began it; nil if the branch was canceled
        /// before.
        case run(Int?, isFirst: Bool)
        /// The decision to carry out the plan of a shared run alone.
        case runAlone
        case end(branch: Int)
    }

    enum Way: String { case sent, joined, memory }

    /// What identifies an effect in its branch, apart from its place: its word, and its subject without secrets.
    struct Key: Hashable {
        let word: String
        let subject: String
        /// The subject in words.
        private let shown: String

        init(_ word: String, _ subject: String = "", shown: String? = nil) {
            (self.word, self.subject, self.shown) = (word, subject, shown ?? subject)
        }

        static func wait(_ duration: Duration) -> Key {
            let duration = duration.inWholeNanoseconds
            return Key("wait", "\(duration)", shown: duration.inWords)
        }

        static func run(_ key: String) -> Key { Key("run", key) }
    }

    /// What came of it, if that is known.
    var outcome: EffectOutcome? { if case .effect(let outcome) = kind { outcome } else { nil } }

    /// Whether it was canceled before it was complete.
    var isCanceled: Bool {
        switch kind {
        case .exchange(_, _, let isCanceled): isCanceled
        case .effect(.canceled): true
        case .run(let run, _): run == nil
        default: false
        }
    }
}

extension RecordedEffect.Key: CustomStringConvertible {
    var description: String { shown.isEmpty ? word : "\(word) \(shown)" }
}

extension Duration {
    /// The duration in the precision of a record.
    fileprivate var inWholeNanoseconds: Duration {
        let (seconds, attoseconds) = components
        guard seconds.magnitude < 1 << 33 else { return .nanoseconds(seconds < 0 ? Int64.min : Int64.max) }
        return .seconds(seconds) + .nanoseconds(attoseconds / 1_000_000_000)
    }
}
