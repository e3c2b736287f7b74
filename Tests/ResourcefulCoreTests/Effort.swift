/// How much of a campaign is done: all of it where the code is optimised, and a tenth where it isn't and each round
/// costs ten times as much. Both are run before a change lands.
enum Effort {
    /// Whether it is a part only.
    static var isReduced: Bool {
        #if DEBUG
            true
        #else
            false
        #endif
    }

    /// So many rounds, or a tenth of them.
    static func rounds(_ count: Int) -> Int {
        isReduced ? max(count / 10, min(count, 20)) : count
    }
}
